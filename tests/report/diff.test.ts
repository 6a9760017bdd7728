import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { diffReports } from "../../src/engine/diff.ts";
import type { Outcome, StoredReport, StoredTest } from "../../src/model/mod.ts";
import { DIFF_SCHEMA, jsonDiff } from "../../src/report/diff-json.ts";
import { markdownDiff, terminalDiff } from "../../src/report/diff-text.ts";
import { widthOf } from "../../src/report/width.ts";
import { ACTIVE, COMMANDS, expectGolden } from "./golden.ts";
import { HOSTILE } from "./sample.ts";

function test(id: string, outcome: Outcome, more: Partial<StoredTest> = {}): StoredTest {
  return { id, name: `Title of ${id}`, category: "tools", required: true, outcome, details: `why ${id}`, ...more };
}

function report(tests: readonly StoredTest[], more: Partial<StoredReport> = {}): StoredReport {
  return {
    specVersion: "2025-11-25",
    toolVersion: "0.1.0",
    url: "https://example.com/mcp",
    timestamp: "2026-08-01T12:00:00.000Z",
    score: undefined,
    grade: undefined,
    tests,
    notes: [],
    ...more,
  };
}

const OLD = report(
  [
    test("tools-list", "pass"),
    test("tools-call", "pass"),
    test("tools-schema", "pass", { required: false }),
    test("resources-read", "fail"),
    test("resources-list", "unknown"),
    test("prompts-list", "skip"),
    test("prompts-get", "skip"),
    test("security-auth", "pass", { required: false }),
    test("error-unknown-method", "fail"),
    test("lifecycle-init", "pass"),
    test("lifecycle-old-check", "pass", { required: false }),
  ],
  { toolVersion: "0.0.9", score: 97, grade: "A", notes: ["it names no revision; it is read as 2025-11-25."] },
);

const NOW = report(
  [
    test("tools-list", "pass"),
    test("tools-call", "fail", { details: "The result has no content." }),
    test("tools-schema", "unknown", { required: false, details: "tools/list was not served: HTTP 500" }),
    test("resources-read", "pass"),
    test("resources-list", "fail"),
    test("prompts-list", "pass"),
    test("prompts-get", "fail"),
    test("security-auth", "skip", { required: false, details: "needs a credential: pass --auth" }),
    test("error-unknown-method", "fail"),
    test("lifecycle-init", "pass"),
    test("lifecycle-new-check", "fail"),
    test("lifecycle-new-pass", "pass", { required: false }),
  ],
  { timestamp: "2026-08-02T12:00:00.000Z" },
);

const DIFF = diffReports({ file: "baseline.json", report: OLD }, { file: "current.json", report: NOW });
const ids = (list: readonly { readonly id: string }[]) => list.map((one) => one.id);

describe("diffReports()", () => {
  it("sorts every check into exactly one list", () => {
    expect(ids(DIFF.regressions)).toEqual(["tools-call", "tools-schema", "prompts-get"]);
    expect(ids(DIFF.repairs)).toEqual(["resources-read"]);
    expect(ids(DIFF.newlySkipped)).toEqual(["security-auth"]);
    expect(ids(DIFF.noLongerSkipped)).toEqual(["prompts-list"]);
    expect(ids(DIFF.stillFailing)).toEqual(["resources-list", "error-unknown-method"]);
    expect(ids(DIFF.added)).toEqual(["lifecycle-new-check", "lifecycle-new-pass"]);
    expect(ids(DIFF.removed)).toEqual(["lifecycle-old-check"]);
    expect(DIFF.unchanged).toBe(2);
  });

  const one = (was: Outcome, now: Outcome) =>
    diffReports({ file: "a", report: report([test("x", was)]) }, { file: "b", report: report([test("x", now)]) });

  it.each<[Outcome, Outcome, boolean]>([
    ["pass", "fail", true],
    ["pass", "unknown", true],
    ["skip", "fail", true],
    ["skip", "unknown", true],
    ["pass", "skip", false],
    ["fail", "skip", false],
    ["fail", "unknown", false],
    ["unknown", "fail", false],
    ["fail", "pass", false],
    ["skip", "pass", false],
    ["pass", "pass", false],
  ])("%s, then %s", (was, now, worse) => expect(one(was, now).worse).toBe(worse));

  it.each<[Outcome, boolean, boolean]>([
    ["fail", true, true],
    ["fail", false, false],
    ["unknown", true, false],
    ["pass", true, false],
  ])("a new check that is %s, required %s", (outcome, required, worse) => {
    const after = report([test("x", "pass"), test("new", outcome, { required })]);
    const diff = diffReports({ file: "a", report: report([test("x", "pass")]) }, { file: "b", report: after });
    expect([diff.worse, ids(diff.regressions)]).toEqual([worse, []]);
  });

  it("scores both by today's arithmetic, and says where a file says otherwise", () => {
    // Required 3 of 6 and optional 3 of 3; then 4 of 9 and 1 of 2.
    expect(DIFF.baseline).toMatchObject({ score: 65, grade: "C", recorded: { score: 97, grade: "A" } });
    expect(DIFF.current).toMatchObject({ score: 46.1, grade: "D" });
    expect(DIFF.current).not.toHaveProperty("recorded");
    expect(DIFF.notes[1]).toMatch(/baseline\.json records grade A, 97; its results are C, 65/);
  });

  it("warns of two targets and of a report that measured nothing", () => {
    const other = report([test("x", "skip")], { url: "https://other.example/mcp" });
    const diff = diffReports({ file: "a", report: report([test("x", "skip")]) }, { file: "b", report: other });
    expect(diff.notes.join("\n")).toMatch(/two targets[\s\S]*a: no check in it measured[\s\S]*b: no check/);
  });
});

const LOOK = { color: false, width: 80, unicode: true };
const PRINTERS = {
  "diff-80.txt": (diff: typeof DIFF) => terminalDiff(diff, LOOK),
  "diff-ascii.txt": (diff: typeof DIFF) => terminalDiff(diff, { ...LOOK, unicode: false }),
  "diff.md": markdownDiff,
  "diff.json": jsonDiff,
} as const;

describe.each(Object.entries(PRINTERS))("%s", (name, print) => {
  const all = (tests: readonly StoredTest[]) =>
    report(tests, { url: HOSTILE, toolVersion: HOSTILE, timestamp: HOSTILE });
  const bad = (id: string, outcome: Outcome) =>
    test(id, outcome, { name: HOSTILE, category: HOSTILE, details: HOSTILE });
  const hostile = diffReports(
    { file: HOSTILE, report: all([bad(HOSTILE, "pass"), bad("gone", "fail")]) },
    { file: HOSTILE, report: all([bad(HOSTILE, "fail"), bad("new", "fail")]) },
  );

  it("prints the sample", () => expectGolden(name, print(DIFF)));
  it("lets nothing of a report act or hide", () => {
    expect(print(hostile)).not.toMatch(ACTIVE);
    expect(print(hostile)).not.toMatch(COMMANDS);
  });
  it("ends in one line feed", () => expect(print(DIFF)).toMatch(/[^\n]\n$/));
});

describe("terminalDiff()", () => {
  it("stays within the width", () => {
    for (const width of [40, 80]) {
      for (const line of terminalDiff(DIFF, { ...LOOK, width }).split("\n")) {
        expect(widthOf(line), line).toBeLessThanOrEqual(width);
      }
    }
  });
  it("says that nothing changed", () => {
    const same = diffReports({ file: "a", report: OLD }, { file: "b", report: OLD });
    expect(terminalDiff(same, LOOK)).toContain("No regression: every check is as it was.");
  });
});

describe("markdownDiff()", () => {
  it("fits into a comment", () => {
    const many = (outcome: Outcome) =>
      report(Array.from({ length: 900 }, (_, at) => test(`check-${at}`, outcome, { details: "x".repeat(500) })));
    const diff = diffReports({ file: "a", report: many("pass") }, { file: "b", report: many("fail") });
    expect(markdownDiff(diff).length).toBeLessThan(65_536);
    expect(markdownDiff(diff)).toContain("did not fit into a comment");
  });
});

describe("schemas/diff.v1.json", () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(DIFF_SCHEMA);
  it("describes what is printed, strictly", () => {
    validate(JSON.parse(jsonDiff(DIFF)));
    expect(validate.errors).toBeNull();
    expect(validate({ ...JSON.parse(jsonDiff(DIFF)), extra: 1 })).toBe(false);
  });
  it("is the schema of this version", () => {
    expectGolden("../../../schemas/diff.v1.json", `${JSON.stringify(DIFF_SCHEMA, null, 2)}\n`);
  });
});
