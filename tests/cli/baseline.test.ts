import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { BASELINE_FORMAT, BASELINE_SCHEMA, parseBaseline } from "../../src/cli/baseline.ts";
import type { Report } from "../../src/model/mod.ts";
import { expectGolden } from "../report/golden.ts";
import { HOSTILE, result, SAMPLE } from "../report/sample.ts";
import { call, RECORDING, soundReport } from "./fakes.ts";

const URL_ = "http://127.0.0.1:3000/mcp";

/** Of the made-up 2025-11-25 catalogue: one required and one optional failure, one skip, one pass. */
const REPORT: Report = {
  ...soundReport([
    result({ id: "lifecycle-init", outcome: "pass", required: true }),
    result({ id: "tools-list", outcome: "fail", required: true, details: "no tools\nat all" }),
    result({ id: "tools-extra", outcome: "fail" }),
    result({ id: "stdio-framing", outcome: "skip", details: "needs stdio" }),
  ]),
  grade: "C",
  score: 60,
};

interface Entry {
  readonly id: string;
  readonly revision?: string;
  readonly transport?: string;
  readonly reason?: string;
}

const listOf = (...entries: readonly Entry[]) =>
  JSON.stringify({
    format: BASELINE_FORMAT,
    failures: entries.map((entry) => ({ revision: "2025-11-25", reason: `because of ${entry.id}`, ...entry })),
  });

const BOTH: readonly Entry[] = [{ id: "tools-list" }, { id: "tools-extra" }];

async function run(list: string | undefined, report: Report, ...args: readonly string[]) {
  const files: Record<string, string> = list === undefined ? {} : { "known.json": list };
  return await call(["test", URL_, "--baseline", "known.json", ...args], { files, report });
}

describe("--baseline", () => {
  it("lets known failures be", async () => {
    const { code, out, err } = await run(listOf(...BOTH), REPORT);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /2 known failures\n\s+tools-list +because of tools-list\n\s+tools-extra +because of tools-extra/,
    );
    expect(out).toContain("0 new failures, 0 stale entries, 2 known failures.");
  });

  it.each([
    ["required", "tools-list", "tools-extra"],
    ["optional", "tools-extra", "tools-list"],
  ])("fails on a %s failure that is not listed", async (_, fresh, listed) => {
    const { code, out, err } = await run(listOf({ id: listed }), REPORT);
    expect(code).toBe(1);
    expect(err).toBe(`mcp-compliance: --baseline: checks did not pass that known.json does not list: ${fresh}.\n`);
    expect(out).toContain("1 new failure, not listed");
  });

  it("fails on a new check that is not evaluable, and lets a known one be", async () => {
    const blind = soundReport([
      result({ id: "lifecycle-init", outcome: "pass", required: true }),
      result({ id: "tools-list", outcome: "unknown", details: "Not evaluable: silence" }),
    ]);
    const fresh = await run(listOf(), blind);
    expect([fresh.code, fresh.err.includes("tools-list (not evaluable)")]).toEqual([1, true]);
    const known = await run(listOf({ id: "tools-list" }), blind, "--strict");
    expect([known.code, known.out.includes("not evaluable now; because of tools-list")]).toEqual([0, true]);
    expect(known.out).toContain("1 known failure (1 not evaluable).");
  });

  it("fails on a stale entry", async () => {
    const { code, err, out } = await run(listOf(...BOTH, { id: "lifecycle-init" }), REPORT);
    expect(code).toBe(1);
    expect(err).toContain("stale in known.json: lifecycle-init (passes over http).");
    expect(err).toContain("--update-baseline");
    expect(out).toContain("1 stale entry");
  });

  it("calls an entry stale whose check does not exist, and names the nearest", async () => {
    const { code, err } = await run(listOf(...BOTH, { id: "tools-lst" }), REPORT);
    expect(code).toBe(1);
    expect(err).toContain("tools-lst (there is no such check in 2025-11-25; did you mean tools-list?)");
  });

  it("says of what was skipped or filtered out that it was not measured, and fails nothing", async () => {
    const { code, out } = await run(listOf(...BOTH, { id: "stdio-framing" }, { id: "transport-post" }), REPORT);
    expect(code).toBe(0);
    expect(out).toMatch(
      /2 listed, not measured[\s\S]*stdio-framing +skipped: needs stdio[\s\S]*transport-post +not part of this/,
    );
  });

  it("passes over entries of another revision or transport", async () => {
    const other = [
      { id: "lifecycle-discover", revision: "2026-07-28" },
      { id: "lifecycle-init", transport: "stdio" },
    ];
    const { code, out } = await run(listOf(...BOTH, ...other), REPORT);
    expect([code, /2 entries of another\s+revision or transport\./.test(out)]).toEqual([0, true]);
    const only = await run(listOf({ id: "tools-extra" }, { id: "tools-list", transport: "stdio" }), REPORT);
    expect([only.code, only.err.includes("does not list: tools-list.")]).toEqual([1, true]);
  });

  it("lets --strict look at new failures alone, and --min-grade at the grade as it is", async () => {
    expect((await run(listOf(...BOTH), REPORT, "--strict")).code).toBe(0);
    const fresh = await run(listOf({ id: "tools-extra" }), REPORT, "--strict");
    expect([fresh.code, fresh.err.includes("--strict: required checks did not pass: tools-list.")]).toEqual([1, true]);
    expect((await run(listOf(...BOTH), REPORT, "--min-grade", "C")).code).toBe(0);
    const low = await run(listOf(...BOTH), REPORT, "--min-grade", "B");
    expect([low.code, low.err.includes("Known failures count in the grade.")]).toEqual([1, true]);
  });

  it("is 3 where the server never answered, and says nothing of the list", async () => {
    const { code, out } = await run(listOf(...BOTH), { ...REPORT, reached: false });
    expect([code, out.includes("Baseline")]).toEqual([3, false]);
  });

  it("passes no run that measured nothing", async () => {
    const skipped = soundReport([result({ id: "tools-list", outcome: "skip" })]);
    const { code, err } = await run(listOf(...BOTH), skipped);
    expect([code, err.includes("No check measured anything")]).toEqual([1, true]);
  });

  it("comes from the config, and the command line is over it", async () => {
    const files = {
      "mcp-compliance.config.json": '{ "baseline": "own.json" }',
      "own.json": listOf(...BOTH),
      "other.json": listOf(),
    };
    expect((await call(["test", URL_], { files, report: REPORT })).code).toBe(0);
    expect((await call(["test", URL_, "--baseline", "other.json"], { files, report: REPORT })).code).toBe(1);
  });

  it("holds a judged recording against the list as well", async () => {
    const files = { "run.json": JSON.stringify(RECORDING), "known.json": listOf({ id: "tools-list" }) };
    const judged = await call(["judge", "run.json", "--baseline", "known.json"], { files, report: REPORT });
    expect([judged.code, judged.err.includes("does not list: tools-extra.")]).toEqual([1, true]);
  });
});

describe("--update-baseline", () => {
  const written = (files: ReadonlyMap<string, string>) =>
    JSON.parse(files.get("known.json") ?? "") as { $schema?: string; format: string; failures: Entry[] };

  it("writes what fails today, which the next run takes", async () => {
    const { code, out, err, world } = await run(undefined, REPORT, "--update-baseline", "--strict");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("The list after this run: 2 added, 0 taken off, 2 known failures.");
    const own = { revision: "2025-11-25", transport: "http" };
    expect(written(world.files)).toEqual({
      format: BASELINE_FORMAT,
      failures: [
        { id: "tools-list", ...own, reason: "TODO: say why this is accepted. Seen: no tools at all" },
        { id: "tools-extra", ...own, reason: expect.stringContaining("TODO") },
      ],
    });
    expect((await run(world.files.get("known.json"), REPORT, "--strict")).code).toBe(0);
  });

  it("keeps reasons, order and whatever this run did not see; takes off what passes", async () => {
    const list = listOf(
      { id: "tools-extra", reason: "upstream, mended in 2.0" },
      { id: "lifecycle-init" },
      { id: "no-such-check" },
      { id: "stdio-framing" },
      { id: "transport-post", transport: "http" },
      { id: "lifecycle-discover", revision: "2026-07-28" },
      { id: "lifecycle-init", revision: "2026-07-28", transport: "stdio" },
    );
    const { code, out, world } = await run(list, REPORT, "--update-baseline");
    expect([code, out.includes("1 added, 2 taken off, 2 known failures.")]).toEqual([0, true]);
    const { failures } = written(world.files);
    expect(failures.map((one) => one.id)).toEqual([
      "tools-extra",
      "stdio-framing",
      "transport-post",
      "lifecycle-discover",
      "lifecycle-init",
      "tools-list",
    ]);
    expect(failures[0]).toEqual({ id: "tools-extra", revision: "2025-11-25", reason: "upstream, mended in 2.0" });
  });

  it("gives the same file again where nothing changed", async () => {
    const first = await run(undefined, REPORT, "--update-baseline");
    const text = first.world.files.get("known.json") ?? "";
    const again = await run(text, REPORT, "--update-baseline");
    expect(again.world.files.get("known.json")).toBe(text);
    expect(again.out).toContain("0 added, 0 taken off");
  });

  it("names the schema for editors where the package is installed, and keeps what is named", async () => {
    const schema = "./node_modules/mcp-compliance/schemas/baseline.v1.json";
    const args = ["test", URL_, "--baseline", "known.json", "--update-baseline"];
    const fresh = await call(args, { files: { [schema]: "{}" }, report: REPORT });
    expect(written(fresh.world.files).$schema).toBe(schema);
    const own = listOf(...BOTH).replace("{", '{"$schema":"./mine.json",');
    expect(written((await run(own, REPORT, "--update-baseline")).world.files).$schema).toBe("./mine.json");
  });

  it.each([
    ["a server that never answered", { ...REPORT, reached: false }, 3],
    ["a run that measured nothing", soundReport([result({ id: "tools-list", outcome: "skip" })]), 1],
  ])("changes nothing after %s", async (_, report, expected) => {
    const list = listOf(...BOTH);
    const { code, world } = await run(list, report, "--update-baseline");
    expect([code, world.files.get("known.json")]).toEqual([expected, list]);
  });

  it("changes nothing where the run was cancelled", async () => {
    const list = listOf();
    const files = { "known.json": list };
    const args = ["test", URL_, "--baseline", "known.json", "--update-baseline"];
    const { code, world } = await call(args, { files, report: REPORT, during: (_, own) => own.interrupt() });
    expect([code, world.files.get("known.json")]).toEqual([130, list]);
  });

  it("never replaces a file that is no list of known failures", async () => {
    for (const content of ['{"name":"my-package"}', "# Notes\n", "[]", '{"format":"mcp-compliance-recording/1"}']) {
      const { code, err, world, suite } = await run(content, REPORT, "--update-baseline");
      expect([code, suite.runs.length, world.files.get("known.json")]).toEqual([2, 0, content]);
      expect(err).toMatch(/known\.json/);
    }
  });

  it("needs a file", async () => {
    const { code, err } = await call(["test", URL_, "--update-baseline"], { report: REPORT });
    expect([code, err.includes("--update-baseline: which file?")]).toEqual([2, true]);
  });

  it("writes a server's words so that they can do nothing", async () => {
    const hostile = soundReport([result({ id: "tools-list", outcome: "fail", details: HOSTILE })]);
    const { world } = await run(undefined, hostile, "--update-baseline");
    const text = world.files.get("known.json") ?? "";
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(parseBaseline("known.json", text).entries).toHaveLength(1);
  });
});

describe("a list that is wrong is exit code 2, before anything is run", () => {
  const entry = { id: "tools-list", revision: "2025-11-25", reason: "x" };
  const list = (...failures: readonly unknown[]) => JSON.stringify({ format: BASELINE_FORMAT, failures });
  it.each<[string | undefined, RegExp]>([
    [undefined, /there is no file known\.json\. Make the list of what fails today with --update-baseline/],
    [" ", /known\.json is empty/],
    ["{", /known\.json:1:2: this is no JSON/],
    [`// why\n${list()}`, /known\.json:1:1: .*Comments and trailing commas are not possible here/],
    ['{"schemaVersion":"1"}', /is no list of known failures.*It is a report/],
    ['{"format":"mcp-compliance-baseline/2"}', /is of the format "mcp-compliance-baseline\/2"; this version reads/],
    [`{"format":"${BASELINE_FORMAT}"}`, /"failures" is missing/],
    [`{"format":"${BASELINE_FORMAT}","failures":{}}`, /failures: expected an array, found \{\}/],
    [`{"format":"${BASELINE_FORMAT}","failurs":[]}`, /unknown key "failurs"\. Did you mean failures\?/],
    [list({ ...entry, reson: "x" }), /failures\[0\]: unknown key "reson"\. Did you mean reason\?/],
    [list(entry, { id: "b", revision: "2025-11-25" }), /failures\[1\]: "reason" is missing/],
    [list({ ...entry, reason: "" }), /failures\[0\]\.reason: expected a text that is not empty/],
    [list({ ...entry, revision: "2025-11-26" }), /Did you mean 2025-11-25\?/],
    [list({ ...entry, transport: "tcp" }), /failures\[0\]\.transport: expected one of "http", "stdio"/],
    [
      list(entry, { ...entry, transport: "http" }),
      /failures\[1\]: tools-list of 2025-11-25 is listed twice \(also at 0\)/,
    ],
    [list("tools-list"), /failures\[0\]: expected an object, found "tools-list"/],
  ])("%s", async (content, message) => {
    const { code, err, suite } = await run(content, REPORT);
    expect(err).toMatch(message);
    expect([code, suite.runs.length]).toEqual([2, 0]);
  });

  it("lets one check be listed once for each transport", () => {
    const two = list({ ...entry, transport: "http" }, { ...entry, transport: "stdio" });
    expect(parseBaseline("x", two).entries).toHaveLength(2);
  });
});

describe("schemas/baseline.v1.json", () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(BASELINE_SCHEMA);
  it("is the schema of this version", () => {
    expectGolden("../../../schemas/baseline.v1.json", `${JSON.stringify(BASELINE_SCHEMA, null, 2)}\n`);
  });
  it("describes what is written, strictly", async () => {
    const { world } = await run(undefined, REPORT, "--update-baseline");
    const value = JSON.parse(world.files.get("known.json") ?? "");
    expect(validate(value)).toBe(true);
    expect(validate({ ...value, extra: 1 })).toBe(false);
    expect(validate({ ...value, failures: [{ ...value.failures[0], extra: 1 }] })).toBe(false);
  });
});

describe("reports with a list of known failures", () => {
  const list = listOf({ id: "tools-list" }, { id: "lifecycle-init" }, { id: "stdio-framing" });
  const printed = async (format: string) => (await run(list, REPORT, "--format", format)).out;

  it("GitHub: one line, an error where it fails the run", async () => {
    expect(await printed("github")).toContain(
      "::error title=MCP baseline::known.json: 1 new failure, 1 stale entry, 1 known failure, 1 not measured.%0A" +
        "tools-extra is not listed; lifecycle-init passes over http.",
    );
    const quiet = (await run(listOf(...BOTH), REPORT, "--format", "github")).out;
    expect(quiet).toContain("::notice title=MCP baseline::known.json: 0 new failures");
  });

  it("Markdown", async () => {
    const text = await printed("markdown");
    expect(text).toContain(
      "❌ **Baseline** `known.json`: 1 new failure, 1 stale entry, 1 known failure, 1 not measured.",
    );
    expect(text).toContain("- `tools-list`: because of tools-list");
    expect((await run(listOf(...BOTH), REPORT, "--format", "markdown")).out).toContain(
      "<summary>Known failures</summary>",
    );
  });

  it("SARIF: a known failure is suppressed, for its reason", async () => {
    const { sarifProblems } = await import("../report/readers.ts");
    const log = JSON.parse(await printed("sarif"));
    expect(sarifProblems(log)).toEqual([]);
    const of = (id: string) => log.runs[0].results.find((one: { ruleId: string }) => one.ruleId === id).suppressions;
    expect(of("tools-list")).toEqual([{ kind: "external", justification: "because of tools-list" }]);
    expect(of("tools-extra")).toEqual([]);
  });

  it("JUnit and HTML: one line", async () => {
    const line = "known.json: 1 new failure, 1 stale entry, 1 known failure, 1 not measured.";
    expect(await printed("junit")).toContain(
      `<property name="baseline" value="${line} tools-extra is not listed; life`,
    );
    expect(await printed("html")).toContain(`<dt>Baseline</dt><dd>${line}`);
  });

  it("JSON, of the published schema", async () => {
    const { REPORT_SCHEMA } = await import("../../src/report/json-schema.ts");
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const value = JSON.parse(await printed("json"));
    expect(value.baseline).toEqual({
      file: "known.json",
      known: [{ id: "tools-list", outcome: "fail", reason: "because of tools-list" }],
      new: [{ id: "tools-extra", outcome: "fail", required: false }],
      stale: [{ id: "lifecycle-init", why: "passes over http" }],
      unseen: [{ id: "stdio-framing", why: "skipped: needs stdio" }],
    });
    const { baseline, ...rest } = value;
    const about = ajv.compile({
      ...REPORT_SCHEMA,
      properties: { baseline: baselineSchema(REPORT_SCHEMA) },
      required: [],
    });
    expect(about({ baseline })).toBe(true);
    expect(about({ baseline: { ...baseline, extra: 1 } })).toBe(false);
    expect(rest).not.toHaveProperty("baseline");
    expect(JSON.parse((await call(["test", URL_, "--format", "json"], { report: SAMPLE })).out)).not.toHaveProperty(
      "baseline",
    );
  });
});

function baselineSchema(schema: { readonly [key: string]: unknown }): unknown {
  return (schema["properties"] as { readonly [key: string]: unknown })["baseline"];
}
