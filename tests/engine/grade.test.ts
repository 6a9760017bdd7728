import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gradeOf, overallOf, reaches, scoreOf, summarize } from "../../src/engine/grade.ts";
import type { Outcome } from "../../src/model/report.ts";

const outcome = fc.constantFrom<Outcome>("pass", "fail", "skip", "unknown");
const result = fc.record({ outcome, required: fc.boolean(), category: fc.constant("tools" as const) });
const results = fc.array(result, { maxLength: 40 });

describe("scoreOf()", () => {
  it("is the same with and without the skips", () => {
    fc.assert(fc.property(results, (all) => scoreOf(all) === scoreOf(all.filter((one) => one.outcome !== "skip"))));
  });

  it("never falls when a check is mended", () => {
    fc.assert(
      fc.property(results, fc.nat(), (all, index) => {
        const bad = all.filter((one) => one.outcome === "fail" || one.outcome === "unknown");
        const mended = bad[index % Math.max(1, bad.length)];
        if (mended === undefined) return true;
        const after = all.map((one) => (one === mended ? { ...one, outcome: "pass" as const } : one));
        return scoreOf(after) >= scoreOf(all);
      }),
    );
  });

  it("counts unknown as not passed", () => {
    fc.assert(
      fc.property(results, (all) => {
        const failed = all.map((one) => (one.outcome === "unknown" ? { ...one, outcome: "fail" as const } : one));
        return scoreOf(all) === scoreOf(failed);
      }),
    );
  });

  it("is 100 only when nothing measured failed, and 0 when nothing was measured", () => {
    fc.assert(
      fc.property(results, (all) => {
        const measured = all.filter((one) => one.outcome !== "skip");
        const clean = measured.length > 0 && measured.every((one) => one.outcome === "pass");
        return (scoreOf(all) === 100) === clean && (measured.length > 0 || scoreOf(all) === 0);
      }),
    );
  });

  it("gives 70 to the required checks and 30 to the optional ones", () => {
    const make = (required: boolean, outcome: Outcome) => ({ required, outcome, category: "tools" as const });
    expect(scoreOf([make(true, "pass"), make(false, "fail")])).toBe(70);
    expect(scoreOf([make(true, "fail"), make(false, "pass")])).toBe(30);
    expect(scoreOf([make(true, "pass"), make(true, "fail"), make(false, "pass")])).toBe(65);
  });

  it("gives the whole score to one pool when the other was skipped", () => {
    const make = (required: boolean, outcome: Outcome) => ({ required, outcome, category: "tools" as const });
    expect(scoreOf([make(true, "skip"), make(false, "pass"), make(false, "fail")])).toBe(50);
    expect(scoreOf([make(true, "pass"), make(true, "fail"), make(false, "skip")])).toBe(50);
  });

  it("rounds down: only what reaches a grade has it", () => {
    const make = (count: number, outcome: Outcome) =>
      Array.from({ length: count }, () => ({ required: true, outcome, category: "tools" as const }));
    expect(scoreOf([...make(8999, "pass"), ...make(1001, "fail")])).toBe(89.9);
    expect(gradeOf(scoreOf([...make(8999, "pass"), ...make(1001, "fail")]))).toBe("B");
  });
});

describe("gradeOf()", () => {
  it("has its limits at 90, 75, 60 and 40", () => {
    expect([100, 90, 89.9, 75, 74.9, 60, 59.9, 40, 39.9, 0].map(gradeOf).join("")).toBe("AABBCCDDFF");
  });

  it("reaches() knows that A is above F", () => {
    expect(reaches("A", "B")).toBe(true);
    expect(reaches("B", "B")).toBe(true);
    expect(reaches("C", "B")).toBe(false);
  });
});

describe("summarize() and overallOf()", () => {
  const make = (required: boolean, outcome: Outcome) => ({ required, outcome, category: "tools" as const });

  it("counts a skip as passed and an unknown as failed", () => {
    const all = [make(true, "pass"), make(true, "unknown"), make(false, "skip"), make(false, "fail")];
    expect(summarize(all)).toEqual({
      total: 4,
      passed: 2,
      failed: 2,
      unknown: 1,
      required: 2,
      requiredPassed: 1,
      skipped: 1,
    });
  });

  it("is pass, partial or fail by the worst that happened", () => {
    expect(overallOf([make(true, "pass"), make(false, "skip")])).toBe("pass");
    expect(overallOf([make(true, "pass"), make(false, "unknown")])).toBe("partial");
    expect(overallOf([make(true, "unknown")])).toBe("fail");
    expect(overallOf([make(true, "skip")])).toBe("fail");
  });
});
