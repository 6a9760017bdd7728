import { describe, expect, it } from "vitest";
import { readStoredReport } from "../../src/cli/stored-report.ts";
import { jsonReport, toJson } from "../../src/report/json.ts";
import { SAMPLE } from "../report/sample.ts";
import { call, RECORDING } from "./fakes.ts";

type Test = { [name: string]: unknown };
interface Old {
  [name: string]: unknown;
  tests: Test[];
}

/** The sample as a JSON value that may be changed. */
function stored(change: (report: Old) => void = () => {}): string {
  const report = JSON.parse(jsonReport(SAMPLE)) as Old;
  change(report);
  return JSON.stringify(report);
}

function testOf(report: Old, id: string): Test {
  const found = report.tests.find((one) => one["id"] === id);
  if (found === undefined) throw new Error(`no ${id} in the sample`);
  return found;
}

const diff = (a: string, b: string, ...more: readonly string[]) =>
  call(["diff", "a.json", "b.json", ...more], { files: { "a.json": a, "b.json": b } });

describe("diff", () => {
  it("is 0 where nothing changed", async () => {
    const { code, out, err } = await diff(stored(), stored());
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("No regression: every check is as it was.");
    expect(out).toContain("Still not passing (9)");
  });

  const worse = stored((report) => {
    Object.assign(testOf(report, "tools-list"), { outcome: "fail", passed: false, details: "broken now" });
  });

  it("is 1 on a regression, and names it", async () => {
    const { code, out } = await diff(stored(), worse);
    expect(code).toBe(1);
    expect(out).toMatch(/Regressions \(1\)\n {4}tools-list\* +passed . failed\n +broken now/);
  });

  it("is 0 on a repair", async () => {
    const { code, out } = await diff(worse, stored());
    expect([code, out.includes("Repaired (1)")]).toEqual([0, true]);
  });

  it("prints JSON and Markdown", async () => {
    const { code, out } = await diff(stored(), worse, "--format", "json");
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { kind: "diff", worse: true, regressions: [{ id: "tools-list" }] },
    ]);
    expect((await diff(stored(), worse, "--format=markdown")).out).toContain("### Regressions (1)");
  });

  it("scores an older report by today's arithmetic", async () => {
    const older = stored((report) => {
      report["score"] = 99;
      report["grade"] = "A";
    });
    expect((await diff(older, stored())).out).toMatch(/a\.json records grade A, 99; its results are/);
  });

  const other = stored((report) => {
    report["specVersion"] = "2026-07-28";
  });

  it.each<[string, string, string, RegExp]>([
    [
      "two revisions",
      stored(),
      other,
      /a\.json is 2025-11-25, b\.json is 2026-07-28[\s\S]*--spec-version 2025-11-25[\s\S]*--spec-version 2026-07-28/,
    ],
    [
      "an unknown schemaVersion",
      stored((one) => (one["schemaVersion"] = "2")),
      stored(),
      /schemaVersion "2"; this version reads "1"/,
    ],
    [
      "an unknown revision",
      stored((one) => (one["specVersion"] = "2027-01-01")),
      stored(),
      /knows 2025-11-25 and 2026-07-28/,
    ],
    ["no schemaVersion", "{}", stored(), /a\.json is no report: it has no "schemaVersion"/],
    ["a recording", JSON.stringify(RECORDING), stored(), /It is a recording; .*mcp-compliance judge/],
    ["SARIF", JSON.stringify({ $schema: "x", runs: [] }), stored(), /It is SARIF/],
    [
      "what --list prints",
      JSON.stringify({ schemaVersion: "1", catalogues: [] }),
      stored(),
      /no "tests"\. It is what --list/,
    ],
    ["a file cut short", stored().slice(0, 500), stored(), /a\.json is no report: it is not JSON, or cut short/],
    ["an empty file", " \n", stored(), /a\.json is empty/],
    ["an array", "[]", stored(), /expected a JSON object/],
    ["a test without passed", stored((one) => delete one.tests[3]?.["passed"]), stored(), /tests\[3\] has no "passed"/],
    ["a test without id", stored((one) => delete one.tests[0]?.["id"]), stored(), /tests\[0\] has no "id"/],
    ["a test that is no object", stored((one) => one.tests.push(1 as unknown as Test)), stored(), /is no object/],
    [
      "a check twice",
      stored((one) => one.tests.push(one.tests[0] ?? {})),
      stored(),
      /transport-post stands in it twice/,
    ],
    [
      "fields that contradict",
      stored((one) => (testOf(one, "tools-call")["passed"] = true)),
      stored(),
      /"outcome" "fail" and "passed" true/,
    ],
    ["no checks", stored((one) => (one.tests = [])), stored(), /a\.json holds no checks/],
    [
      "nothing in common",
      stored((one) => (one.tests = one.tests.map((test, at) => ({ ...test, id: `x-${at}` })))),
      stored(),
      /no check in common/,
    ],
  ])("refuses %s", async (_, a, b, message) => {
    const { code, out, err } = await diff(a, b);
    expect(err).toMatch(message);
    expect([code, out]).toEqual([2, ""]);
  });

  it.each<[readonly string[], RegExp]>([
    [["diff"], /Which reports\? mcp-compliance diff <baseline> <current>/],
    [["diff", "a.json"], /Which reports\?/],
    [["diff", "a.json", "b.json", "c.json"], /Unexpected argument "c\.json"/],
    [["diff", "a.json", "b.json"], /there is no file a\.json/],
    [["diff", "a.json", "b.json", "--format", "html"], /"html" is not one of terminal, json, markdown/],
  ])("%j is refused", async (args, message) => {
    const { code, err } = await call(args);
    expect([code, message.test(err)], err).toEqual([2, true]);
  });
});

describe("readStoredReport()", () => {
  it("reads back what this version prints", () => {
    const read = readStoredReport("x", jsonReport(SAMPLE));
    expect(read.tests.map((test) => test.outcome)).toEqual(SAMPLE.tests.map((test) => test.outcome));
    expect(read).toMatchObject({ score: SAMPLE.score, grade: SAMPLE.grade, notes: [] });
    expect(read.tests.find((test) => test.id === "prompts-list")?.details).toBe("The server declares no prompts");
  });

  /** As tools before 0.19 wrote them: passed alone, skips in words. */
  const older = (test: Test) =>
    readStoredReport("x", JSON.stringify({ schemaVersion: "1", tests: [{ id: "t", required: false, ...test }] }));

  it.each<[Test, string]>([
    [{ passed: true, details: "Ok" }, "pass"],
    [{ passed: true }, "pass"],
    [{ passed: false, details: "HTTP 500" }, "fail"],
    [{ passed: false, details: "Not evaluable: no answer" }, "unknown"],
    [{ passed: true, details: "Skipped: tools/list failed" }, "skip"],
    [{ passed: true, details: "Server does not declare logging capability (skipped)" }, "skip"],
    [{ passed: true, details: "Skips nothing; 3 tools (2 skipped pages) read" }, "pass"],
    [{ passed: true, skipped: true, details: "whatever" }, "skip"],
    [{ passed: true, outcome: "skip" }, "skip"],
  ])("reads %j as %s", (test, outcome) => expect(older(test).tests[0]?.outcome).toBe(outcome));

  it("says that the revision was guessed", () => {
    expect(older({ passed: true })).toMatchObject({
      specVersion: "2025-11-25",
      notes: [expect.stringContaining("names no revision")],
    });
  });

  it("has every field of a report that it needs in the published shape", () => {
    expect(Object.keys(toJson(SAMPLE))).toEqual(
      expect.arrayContaining(["schemaVersion", "specVersion", "tests", "score"]),
    );
  });
});
