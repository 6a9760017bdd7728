import { describe, expect, it } from "vitest";
import { judgeGates, TOLERANCE } from "../../src/load/gates.ts";
import type { LoadReport, LoadStep } from "../../src/model/load.ts";
import { nameOf } from "../../src/model/load-words.ts";

function step(p95: number, perSecond: number, errorShare: number): LoadStep {
  const one = (value: number) => ({ median: value, min: value, max: value });
  return {
    shape: { kind: "closed", users: 1 },
    runs: [],
    requests: 1000,
    succeeded: Math.round(1000 * (1 - errorShare)),
    errors: [],
    errorShare,
    perSecond: one(perSecond),
    p95: one(p95),
    p99: one(p95),
    verdict: "ok",
    verdicts: ["ok"],
    reasons: [],
  };
}

const against = (before: LoadStep, now: LoadStep) =>
  judgeGates([now], {
    tolerance: TOLERANCE,
    baseline: { file: "before.json", report: { steps: [before] } as unknown as LoadReport },
  }).map((gate) => gate.passed);

describe("judgeGates()", () => {
  it.each([1, 3, 7, 10, 33, 100, 1e4])("lets pass what is at its limit, and nothing beyond, at %d", (size) => {
    const before = step(size, size, 0.01);
    // Throughput, p95, p99, errors.
    expect(against(before, step((size * 115) / 100, (size * 90) / 100, 0.015))).toEqual([true, true, true, true]);
    expect(against(before, step((size * 120) / 100, (size * 89.9) / 100, 0.0151))).toEqual([false, false, true, false]);
    expect(against(before, step((size * 120.1) / 100, size, 0.01))).toEqual([true, false, false, true]);
  });

  it.each([0.1, 0.3, 0.7, 1.1, 7, 29])("takes %d %% for what it is", (share) => {
    const at = (errors: number) =>
      judgeGates([step(1, 1, errors)], { tolerance: TOLERANCE, maxErrors: share / 100 })[0]?.passed;
    expect(at((share * 10) / 1000)).toBe(true);
    expect(at((share * 10 + 0.1) / 1000)).toBe(false);
  });
});

describe("--min-rps", () => {
  it("is not kept up by a server that did not live to the end", () => {
    const run = (kind: string) => ({
      requests: 5,
      succeeded: 0,
      errors: [{ kind, count: 5, example: "" }],
      perSecond: 0,
      windowMs: 1,
    });
    const gate = (kind: string) => {
      const dead: LoadStep = { ...step(1, 0, 1), shape: { kind: "closed", users: 5 }, runs: [run(kind)] };
      return judgeGates([step(1, 900, 0), dead], { tolerance: TOLERANCE, minPerSecond: 100 })[0];
    };
    expect(gate("connect")).toMatchObject({ passed: false, detail: expect.stringContaining("5 users") });
    expect(gate("exited")).toMatchObject({ passed: false });
    // Errors are another gate's.
    expect(gate("http_503")).toMatchObject({ passed: true });
  });
});

describe("nameOf()", () => {
  it("gives each rate a name of its own: by it a baseline finds its steps", () => {
    const names = [100, 100.4, 1234, 1234.5].map((perSecond) => nameOf({ kind: "open", perSecond }));
    expect(names).toEqual(["100/s", "100.4/s", "1234/s", "1234.5/s"]);
  });
});
