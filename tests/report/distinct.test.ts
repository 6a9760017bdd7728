import { describe, expect, it } from "vitest";
import { finding, type Report } from "../../src/model/mod.ts";
import { distinct, remaining } from "../../src/report/distinct.ts";
import { githubReport } from "../../src/report/github.ts";
import { htmlReport } from "../../src/report/html.ts";
import { toJson } from "../../src/report/json.ts";
import { markdownReport } from "../../src/report/markdown.ts";
import { terminalReport } from "../../src/report/terminal.ts";
import { result, SAMPLE } from "./sample.ts";

const alike = Array.from({ length: 40 }, (_, at) =>
  finding("A result is no object", `x#${at}`, { actual: "a string" }),
);
const findings = [...alike, finding("A response has no id", "y#1"), finding("A result is no object", "y#2")];
const report: Report = { ...SAMPLE, tests: [result({ id: "lifecycle-jsonrpc", outcome: "fail", findings })] };

describe("findings that say the same", () => {
  it("are one, in the order of the first; other expectations make another", () => {
    const told = distinct(findings);
    expect(told.map((one) => [one.finding.at.exchange, one.alike])).toEqual([
      ["x#0", 39],
      ["y#1", 0],
      ["y#2", 0],
    ]);
    expect(remaining(findings, told)).toBe(0);
    expect(remaining(findings, told.slice(0, 1))).toBe(2);
  });

  it.each([
    ["terminal", terminalReport(report, { color: false, width: 80, unicode: true, verbose: false })],
    ["GitHub", githubReport(report)],
    ["Markdown", markdownReport(report)],
    ["HTML", htmlReport(report)],
  ])("hide no other one: %s", (_, text) => {
    expect(text.match(/A result is no object/g)).toHaveLength(2);
    expect(text).toContain("and 39 more like this");
    expect(text).toContain("A response has no id");
  });

  it("are all there for who asks for everything", () => {
    const text = terminalReport(report, { color: false, width: 80, unicode: true, verbose: true });
    expect(text.match(/A result is no object/g)).toHaveLength(41);
    expect(toJson(report).tests[0]?.findings).toHaveLength(42);
  });
});
