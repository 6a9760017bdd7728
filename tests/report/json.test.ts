import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { jsonReport, toJson } from "../../src/report/json.ts";
import { REPORT_SCHEMA } from "../../src/report/json-schema.ts";
import { ACTIVE, COMMANDS, expectGolden } from "./golden.ts";
import { hostileReport, SAMPLE } from "./sample.ts";

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(REPORT_SCHEMA);

describe("jsonReport()", () => {
  it("prints the sample", () => expectGolden("report.json", jsonReport(SAMPLE)));

  it("reads back to the same value", () => {
    expect(JSON.parse(jsonReport(SAMPLE))).toEqual(toJson(SAMPLE));
    const hostile = hostileReport();
    // A half of a surrogate pair is no text; JSON.stringify writes it as an escape, and it reads back.
    expect(JSON.parse(jsonReport(hostile))).toEqual(toJson(hostile));
  });

  it("holds to the published schema", () => {
    for (const report of [SAMPLE, hostileReport()]) {
      validate(JSON.parse(jsonReport(report)));
      const broken = (validate.errors ?? []).filter((error) => error.keyword !== "format");
      expect(broken).toEqual([]);
    }
    expect(validate(JSON.parse(jsonReport(SAMPLE)))).toBe(true);
  });

  it("lets nothing act on a terminal that shows it", () => {
    expect(jsonReport(hostileReport())).not.toMatch(ACTIVE);
    expect(jsonReport(hostileReport())).not.toMatch(COMMANDS);
  });

  it("counts a skip as passed and names it; what was not evaluable did not pass", () => {
    const { tests } = toJson(SAMPLE);
    const skip = tests.find((test) => test.id === "prompts-list");
    expect(skip).toMatchObject({ passed: true, skipped: true, details: "Skipped: The server declares no prompts" });
    const unknown = tests.find((test) => test.id === "resources-list");
    expect(unknown).toMatchObject({ passed: false, details: "Not evaluable: resources/list was not served: HTTP 500" });
    expect(unknown).not.toHaveProperty("skipped");
  });

  it("stays of a size that can be read, whatever the server sent", () => {
    const frames = Array.from({ length: 10_000 }, (_, at) => ({ kind: "event", at, data: "x".repeat(5_000) }) as const);
    const headers = Array.from({ length: 2_000 }, (_, at) => [`h-${at}`, "v".repeat(200)] as const);
    const report = hostileReport();
    const [test] = report.tests.filter((one) => one.evidence.length > 0);
    const [exchange] = test?.evidence ?? [];
    if (test === undefined || exchange === undefined) throw new Error("the sample has no evidence");
    const flood = { ...exchange, frames: [{ kind: "head", at: 0, status: 200, headers } as const, ...frames] };
    const findings = Array.from({ length: 100 }, () => ({ ...test.findings[0], at: { exchange: exchange.id } }));
    const text = jsonReport({ ...report, tests: [{ ...test, findings, evidence: [flood] } as typeof test] });
    expect(text.length).toBeLessThan(10_000_000);
    const [told] = (JSON.parse(text) as ReturnType<typeof toJson>).tests[0]?.findings ?? [];
    expect(told?.exchange?.received.messages.at(-1)).toBe("and 9980 more messages");
  });

  it("gives the exchange of each finding", () => {
    const failed = toJson(SAMPLE).tests.find((test) => test.id === "tools-call");
    expect(failed?.findings[0]?.exchange).toMatchObject({
      id: "tools/call#2",
      sent: { kind: "http", method: "POST" },
      received: { status: 200 },
      ending: "complete",
    });
  });
});

describe("REPORT_SCHEMA", () => {
  type Mutable = { [name: string]: unknown };
  const change = (edit: (report: Mutable, test: Mutable) => void): boolean => {
    const report = JSON.parse(jsonReport(SAMPLE)) as Mutable;
    edit(report, (report["tests"] as Mutable[])[0] ?? {});
    return validate(report);
  };

  it.each([
    ["an unknown member", (report: Mutable) => (report["extra"] = 1)],
    ["an unknown member of a test", (_: Mutable, test: Mutable) => (test["extra"] = 1)],
    ["another schemaVersion", (report: Mutable) => (report["schemaVersion"] = "2")],
    ["auto as revision", (report: Mutable) => (report["specVersion"] = "auto")],
    ["a score above 100", (report: Mutable) => (report["score"] = 101)],
    ["a missing summary", (report: Mutable) => delete report["summary"]],
    ["an unknown that passed", (_: Mutable, test: Mutable) => (test["outcome"] = "unknown")],
    ["a skip that does not say so", (_: Mutable, test: Mutable) => (test["outcome"] = "skip")],
    ["a pass that is called skipped", (_: Mutable, test: Mutable) => (test["skipped"] = true)],
    [
      "a failure without a finding",
      (_: Mutable, test: Mutable) => Object.assign(test, { outcome: "fail", passed: false }),
    ],
  ])("refuses %s", (_, edit) => expect(change(edit)).toBe(false));

  it("accepts the report unchanged", () => expect(change(() => {})).toBe(true));
});

describe("schemas/report.v1.json", () => {
  // Made from the module: UPDATE_GOLDEN=1 writes it anew.
  it("is the schema of this version", () => {
    expectGolden("../../../schemas/report.v1.json", `${JSON.stringify(REPORT_SCHEMA, null, 2)}\n`);
  });
});
