import { describe, expect, it } from "vitest";
import type { Report } from "../../src/model/mod.ts";
import { resultLine } from "../../src/report/result-line.ts";
import { type Look, terminalReport } from "../../src/report/terminal.ts";
import { widthOf } from "../../src/report/width.ts";
import { ACTIVE, COMMANDS, expectGolden } from "./golden.ts";
import { hostileReport, result, SAMPLE } from "./sample.ts";

const PLAIN: Look = { color: false, width: 80, unicode: true, verbose: false };
const COLOURS = /\u001b\[\d+m/g;

describe("terminalReport()", () => {
  it("prints the sample at 80 columns", () => expectGolden("terminal-80.txt", terminalReport(SAMPLE, PLAIN)));

  it("prints the sample at 140 columns, with everything", () =>
    expectGolden("terminal-140-verbose.txt", terminalReport(SAMPLE, { ...PLAIN, width: 140, verbose: true })));

  it("prints the sample in ASCII", () =>
    expectGolden("terminal-80-ascii.txt", terminalReport(SAMPLE, { ...PLAIN, unicode: false })));

  it("has only ASCII in it where the terminal shows no more", () => {
    for (const report of [SAMPLE, hostileReport()]) {
      expect(terminalReport(report, { ...PLAIN, unicode: false, verbose: true })).toMatch(/^[\n -~]*$/);
    }
  });

  it("says the same with colours as without", () => {
    const coloured = terminalReport(SAMPLE, { ...PLAIN, color: true });
    expect(coloured).toMatch(COLOURS);
    // Blanks at the end of a line are inside of the colours there.
    const bare = coloured.replace(COLOURS, "").replace(/ +$/gm, "");
    expect(bare).toBe(terminalReport(SAMPLE, PLAIN));
  });

  it.each([40, 60, 80, 100, 140])("keeps within %i columns, links apart", (width) => {
    for (const verbose of [false, true]) {
      for (const line of terminalReport(SAMPLE, { ...PLAIN, width, verbose }).split("\n")) {
        if (!line.includes("https://")) expect(widthOf(line), line).toBeLessThanOrEqual(width);
      }
    }
  });

  it("puts required failures first, then optional ones, then advice, then what was not seen", () => {
    const text = terminalReport(SAMPLE, PLAIN);
    const places = ["Required checks that failed", "Optional checks that failed", "Advice", "Not evaluable", "Skipped"];
    const at = places.map((title) => text.indexOf(`  ${title} (`));
    expect(at.every((place) => place > 0)).toBe(true);
    expect([...at].sort((a, b) => a - b)).toEqual(at);
  });

  it("lets nothing of the server act on the terminal", () => {
    for (const look of [PLAIN, { ...PLAIN, verbose: true, width: 140 }, { ...PLAIN, color: true }]) {
      const text = terminalReport(hostileReport(), look).replace(COLOURS, "");
      expect(text).not.toMatch(ACTIVE);
      expect(text).not.toMatch(COMMANDS);
      expect(text).toContain("\\x1b]0;pwned\\x07");
      expect(text).toContain("\\u202e");
    }
  });

  it("cuts what a server made endless", () => {
    const long = "x".repeat(2_000_000);
    const report: Report = {
      ...SAMPLE,
      serverInfo: { ...SAMPLE.serverInfo, name: long },
      warnings: [long],
      tests: [result({ id: "tools-list", outcome: "skip", details: long })],
    };
    expect(terminalReport(report, PLAIN).length).toBeLessThan(10_000);
  });

  const none: Report = { ...SAMPLE, tests: [], categories: {}, grade: "F", score: 0, overall: "fail" };
  it("says that no tests ran", () => {
    expect(terminalReport(none, PLAIN)).toContain("No tests ran -- check --only/--skip");
  });

  it("says that nothing was measured", () => {
    const report = { ...none, tests: [result({ id: "tools-list", outcome: "skip", details: "no tools" })] };
    expect(terminalReport(report, PLAIN)).toContain("No test measured anything");
  });

  it("says that the server never answered", () => {
    const report = { ...SAMPLE, reached: false };
    expect(terminalReport(report, PLAIN)).toContain("The server never answered");
  });

  it("does not list every check of a server that never answered, unless asked", () => {
    const details = "Not evaluable: no connection";
    const tests = [result({ id: "tools-list", outcome: "unknown", details }), result({ id: "b", outcome: "skip" })];
    const report: Report = { ...SAMPLE, reached: false, tests };
    const text = terminalReport(report, PLAIN);
    expect(text).toContain("1 check  no connection");
    for (const part of ["tools-list", "Skipped (1)", "Categories"]) expect(text).not.toContain(part);
    const all = terminalReport(report, { ...PLAIN, verbose: true });
    for (const part of ["tools-list", "Skipped (1)", "Categories"]) expect(all).toContain(part);
  });

  it("tells a sound server so", () => {
    const passed = [result({ id: "a", outcome: "pass", required: true }), result({ id: "b", outcome: "skip" })];
    const text = terminalReport({ ...none, grade: "A", score: 100, tests: passed }, PLAIN);
    expect(text).toContain("The one check that applies passed");
    expect(text).not.toContain("failed (");
  });

  it("does not call a run good in which a required check was not seen", () => {
    const tests = [
      result({ id: "a", outcome: "pass", required: true }),
      result({ id: "b", outcome: "unknown", required: true, details: "Not evaluable: silence" }),
    ];
    const text = terminalReport({ ...none, tests }, PLAIN);
    expect(text).toContain("No required check failed, but not all could be evaluated");
    expect(text).toContain("b*");
  });

  it("does not say that required checks passed where none was measured", () => {
    const tests = [result({ id: "a", outcome: "fail" }), result({ id: "b", outcome: "skip", required: true })];
    const text = terminalReport({ ...SAMPLE, tests }, PLAIN);
    expect(text).toContain("No required check was measured");
    expect(text).not.toContain("All required checks");
  });

  it("names explain where a check did not pass, and only there", () => {
    const one = (outcome: "pass" | "fail" | "unknown" | "skip") =>
      terminalReport({ ...SAMPLE, tests: [result({ id: "a", outcome })] }, PLAIN).includes(
        "mcp-compliance explain <id>",
      );
    expect([one("fail"), one("unknown"), one("pass"), one("skip")]).toEqual([true, true, false, false]);
  });
});

describe("resultLine()", () => {
  it.each([
    ["pass", "PASS  tools-list  What is checked, as a statement"],
    ["fail", "FAIL  tools-list  why"],
    ["skip", "SKIP  tools-list  Skipped: why"],
    ["unknown", "----  tools-list  Not evaluable: why"],
  ] as const)("prints %s", (outcome, line) => {
    expect(resultLine(result({ id: "tools-list", outcome, details: "why" }), PLAIN)).toBe(line);
  });

  it("stays on one line", () => {
    const long = result({ id: "tools-list", outcome: "fail", details: `${"word ".repeat(60)}\u001b[2J\n` });
    const line = resultLine(long, PLAIN);
    expect(widthOf(line)).toBeLessThanOrEqual(80);
    expect(line).not.toMatch(ACTIVE);
  });
});
