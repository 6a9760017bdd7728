import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Driven } from "../../src/load/drive.ts";
import { createHistogram } from "../../src/load/histogram.ts";
import { judgeSteps, kneeOf, type Measured } from "../../src/load/summary.ts";
import type { LoadShape } from "../../src/model/load.ts";
import { driveVirtual, queueing, type Service } from "./virtual.ts";

async function ramp(
  users: readonly number[],
  service: () => Service,
  ceiling?: (users: number) => number,
): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const count of users) {
    const shape: LoadShape = { kind: "closed", users: count };
    const driven = await driveVirtual(shape, { durationMs: 4000 }, service());
    measured.push({ shape, runs: [withCeiling(driven, ceiling?.(count))] });
  }
  return measured;
}

function withCeiling(driven: Driven, ceiling: number | undefined): Measured["runs"][number] {
  return { ...driven, ...(ceiling === undefined ? {} : { ceiling }) };
}

const verdicts = (measured: readonly Measured[]) => judgeSteps(measured).map((step) => step.verdicts);

describe("createHistogram()", () => {
  it("agrees with the sorted values to three digits", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 300 }),
        (values) => {
          const histogram = createHistogram();
          for (const value of values) histogram.add(value);
          const sorted = values.toSorted((a, b) => a - b);
          const latency = histogram.latency();
          const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
          const near = (got: number | undefined, wanted: number) =>
            expect(Math.abs((got ?? 0) - wanted)).toBeLessThanOrEqual(wanted * 0.002 + 0.001);
          near(latency?.p50, at(0.5));
          near(latency?.p99, at(0.99));
          near(latency?.max, sorted.at(-1) ?? 0);
          expect(latency?.buckets.reduce((sum, [, count]) => sum + count, 0)).toBe(values.length);
          expect(latency?.p999).toBeLessThanOrEqual(latency?.max ?? 0);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("merges, holds what is beyond its range, and says nothing of nothing", () => {
    const [a, b] = [createHistogram(), createHistogram()];
    expect(a.latency()).toBeUndefined();
    a.add(1);
    b.add(0);
    b.add(1e12);
    a.merge(b);
    expect(a.count).toBe(3);
    expect(a.latency()?.max).toBeGreaterThanOrEqual(3_590_000);
  });
});

describe("judgeSteps()", () => {
  it("finds the cliff of a queue of one at the first step behind it, and the knee where arithmetic puts it", async () => {
    const measured = await ramp([1, 2, 5, 10], () => queueing(1, 20));
    expect(verdicts(measured)).toEqual([["ok"], ["latency_cliff"], ["latency_cliff"], ["latency_cliff"]]);
    const knee = kneeOf(judgeSteps(measured));
    expect(knee?.users).toBeCloseTo(1, 1);
    expect(knee?.perSecond).toBeCloseTo(50, 0);
  });

  it("finds the knee of eight workers at eight users", async () => {
    const steps = judgeSteps(await ramp([1, 2, 4, 8, 16, 64], () => queueing(8, 20)));
    expect(steps.map((step) => step.verdict)).toEqual(["ok", "ok", "ok", "ok", "latency_cliff", "latency_cliff"]);
    expect(kneeOf(steps)?.users).toBeCloseTo(8, 0);
    expect(kneeOf(steps)?.perSecond).toBeCloseTo(400, -1);
  });

  it("sees no knee where throughput still grows with the users", async () => {
    const steps = judgeSteps(await ramp([1, 5, 10], () => (at) => ({ at: at + 20 })));
    expect(steps.map((step) => step.verdict)).toEqual(["ok", "ok", "ok"]);
    expect(kneeOf(steps)).toBeNull();
  });

  it("says collapse where more users get less done", async () => {
    const thrashing = (users: number): Service => queueing(1, users <= 5 ? 10 : users * 4);
    const measured = (await Promise.all([1, 5, 50].map((count) => ramp([count], () => thrashing(count))))).flat();
    expect(verdicts(measured)[2]).toContain("throughput_collapse");
  });

  it("does not blame the server near the generator's own ceiling, but leaves it its errors", async () => {
    let n = 0;
    const failing = (): Service => {
      const queue = queueing(1, 20);
      return (at, lane) => {
        n += 1;
        return { ...queue(at, lane), ...(n % 10 === 0 ? { fault: { kind: "rpc_-32603", example: "no" } } : {}) };
      };
    };
    const measured = await ramp([1, 10], failing, () => 52);
    expect(verdicts(measured)).toEqual([
      ["error_onset", "harness_limited"],
      ["error_onset", "harness_limited"],
    ]);
    expect(judgeSteps(measured)[1]?.reasons[0]).toMatch(/^\d+(\.\d+)? % of the requests failed.*rpc_-32603/);
    expect(kneeOf(judgeSteps(measured))).toBeNull();
  });

  it("does not take a slower generator for a slower server", async () => {
    const measured = [
      ...(await ramp(
        [5],
        () => queueing(5, 10),
        () => 1500,
      )),
      ...(await ramp(
        [10],
        () => queueing(5, 30),
        () => 450,
      )),
    ];
    expect(verdicts(measured)).toEqual([["ok"], ["ok"]]);
    const same = [
      ...(await ramp(
        [5],
        () => queueing(5, 10),
        () => 1500,
      )),
      ...(await ramp(
        [10],
        () => queueing(5, 30),
        () => 1500,
      )),
    ];
    expect(verdicts(same)[1]).toEqual(["throughput_collapse", "latency_cliff"]);
  });

  it("finds the cliff of a slow server whatever the generator loses in the meantime", async () => {
    const measured = [
      ...(await ramp(
        [1],
        () => queueing(1, 20),
        () => 20_000,
      )),
      ...(await ramp(
        [5],
        () => queueing(1, 20),
        () => 5000,
      )),
    ];
    expect(verdicts(measured)).toEqual([["ok"], ["latency_cliff"]]);
  });

  it("takes one crossed answer for an error, however many were right", async () => {
    let n = 0;
    const crossing = (): Service => (at) => {
      n += 1;
      return { at: at + 1, ...(n === 500 ? { fault: { kind: "crossed_id", example: "" } } : {}) };
    };
    const [step] = judgeSteps(await ramp([1], crossing));
    expect(step?.verdict).toBe("error_onset");
    expect(step?.reasons[0]).toMatch(/1 of \d+ answers had another id/);
    expect(step?.errorShare).toBeLessThan(0.005);
  });

  it("keeps still where the runs disagree: a spread is no cliff", async () => {
    const shape = (users: number): LoadShape => ({ kind: "closed", users });
    const run = async (users: number, service: Service) =>
      await driveVirtual(shape(users), { durationMs: 2000 }, service);
    const noisy: readonly Measured[] = [
      { shape: shape(2), runs: [await run(2, queueing(1, 10)), await run(2, queueing(1, 30))] },
      { shape: shape(3), runs: [await run(3, queueing(1, 10)), await run(3, queueing(1, 30))] },
    ];
    expect(verdicts(noisy)).toEqual([["ok"], ["ok"]]);
    expect(judgeSteps(noisy)[0]?.perSecond).toMatchObject({ min: expect.closeTo(33, 0), max: expect.closeTo(100, 0) });
  });

  it("says collapse at a rate that is not kept", async () => {
    const shape = { kind: "open", perSecond: 100 } as const;
    const driven = await driveVirtual(shape, { durationMs: 5000 }, queueing(1, 20), { lanes: 1000 });
    expect(verdicts([{ shape, runs: [driven] }])).toEqual([["throughput_collapse"]]);
  });

  it("judges a step beside those with fewer users, in whatever order they were run", async () => {
    const steps = judgeSteps(await ramp([20, 1, 5], () => (at) => ({ at: at + 20 })));
    expect(steps.map((step) => [step.shape, step.verdict])).toEqual([
      [{ kind: "closed", users: 20 }, "ok"],
      [{ kind: "closed", users: 1 }, "ok"],
      [{ kind: "closed", users: 5 }, "ok"],
    ]);
    const queue = await ramp([10, 1, 4], () => queueing(4, 20));
    expect(verdicts(queue)).toEqual([["latency_cliff"], ["ok"], ["ok"]]);
    expect(kneeOf(judgeSteps(queue))?.users).toBeCloseTo(4, 0);
  });

  it("does not blame the server for connections that this machine lets nobody open", async () => {
    let n = 0;
    const short = (): Service => (at) => {
      n += 1;
      return { at: at + 10, ...(n % 2 === 0 ? { fault: { kind: "own_limit", example: "EMFILE" } } : {}) };
    };
    const [step] = judgeSteps(await ramp([4], short));
    expect(step?.verdicts).toEqual(["harness_limited"]);
    expect(step?.reasons[0]).toContain("ulimit");
    expect(step?.errorShare).toBeCloseTo(0.5, 2);
    let m = 0;
    const once = (): Service => (at) => {
      m += 1;
      return { at: at + 10, ...(m === 7 ? { fault: { kind: "own_limit", example: "EMFILE" } } : {}) };
    };
    expect(verdicts(await ramp([4], once))).toEqual([["ok"]]);
  });

  it("puts no knee where nobody was seen alone", async () => {
    const steps = judgeSteps(await ramp([200, 800], () => queueing(200, 20)));
    expect(steps.map((step) => step.verdict)).toEqual(["ok", "latency_cliff"]);
    expect(kneeOf(steps)).toBeNull();
    expect(kneeOf(judgeSteps(await ramp([1, 200, 800], () => queueing(200, 20))))?.users).toBeCloseTo(200, -1);
  });

  it("tells a rate that lacks connections from one that the server does not keep", async () => {
    const steps = async (service: () => Service, lanes: number, rates: readonly number[]) => {
      const measured: Measured[] = [];
      for (const perSecond of rates) {
        const shape = { kind: "open", perSecond } as const;
        measured.push({ shape, runs: [await driveVirtual(shape, { durationMs: 3000 }, service(), { lanes })] });
      }
      return judgeSteps(measured);
    };
    // 300 ms for each, whatever comes: 100 connections carry 333 a second, 200 carry what is asked for.
    const patient = () => (at: number) => ({ at: at + 300 });
    const few = await steps(patient, 100, [100, 450]);
    expect(few.map((step) => step.verdicts)).toEqual([["ok"], ["harness_limited"]]);
    expect(few[1]?.reasons[0]).toContain("--connections");
    expect((await steps(patient, 200, [100, 450])).map((step) => step.verdicts)).toEqual([["ok"], ["ok"]]);
    // One at a time: more connections would only wait longer.
    const queue = await steps(() => queueing(1, 10), 100, [50, 450]);
    expect(queue[0]?.verdicts).toEqual(["ok"]);
    expect(queue[1]?.verdicts).toContain("throughput_collapse");
    const alone = await steps(patient, 100, [450]);
    expect(alone[0]?.verdict).toBe("throughput_collapse");
    expect(alone[0]?.reasons[0]).toContain("--connections");
  });

  it("does not count what was never sent for want of connections as the server's errors", async () => {
    const measured: Measured[] = [];
    for (const perSecond of [10, 1000]) {
      const shape = { kind: "open", perSecond } as const;
      const options = { lanes: 5, drainMs: 100 };
      const run = await driveVirtual(shape, { durationMs: 2000 }, (at) => ({ at: at + 50 }), options);
      measured.push({ shape, runs: [run] });
    }
    const [, fast] = judgeSteps(measured);
    expect(fast?.errors.map((one) => one.kind)).toContain("unsent");
    expect(fast?.verdicts).toEqual(["harness_limited"]);
  });
});
