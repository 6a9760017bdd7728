import type { LoadGate, LoadReport, LoadStep } from "../model/load.ts";
import { ms, nameOf, percent, round } from "../model/load-words.ts";
import { isGone } from "./gone.ts";

/** What the user demands. Times in milliseconds, errors as a share (0 to 1). */
export interface Demands {
  readonly maxP95?: number;
  readonly maxP99?: number;
  readonly minPerSecond?: number;
  readonly maxErrors?: number;
  readonly baseline?: { readonly file: string; readonly report: LoadReport };
  readonly tolerance: Tolerance;
}

/** How much worse than the baseline is let pass: shares, and for errors the difference of two shares. */
export interface Tolerance {
  readonly throughput: number;
  readonly p95: number;
  readonly p99: number;
  readonly errors: number;
}

export const TOLERANCE: Tolerance = { throughput: 0.1, p95: 0.15, p99: 0.2, errors: 0.005 };

/** Every gate that the user gave. Latency and errors are demanded of every step, throughput of the best one. */
export function judgeGates(steps: readonly LoadStep[], demands: Demands): readonly LoadGate[] {
  const { maxP95, maxP99, minPerSecond, maxErrors, baseline, tolerance } = demands;
  const gates: LoadGate[] = [];
  if (maxP95 !== undefined) gates.push(latencyGate(`--max-p95 ${maxP95}`, steps, maxP95, (step) => step.p95?.median));
  if (maxP99 !== undefined) gates.push(latencyGate(`--max-p99 ${maxP99}`, steps, maxP99, (step) => step.p99?.median));
  if (minPerSecond !== undefined) gates.push(throughputGate(steps, minPerSecond));
  if (maxErrors !== undefined) gates.push(errorGate(steps, maxErrors));
  if (baseline !== undefined) gates.push(...baselineGates(steps, baseline.report, tolerance, baseline.file));
  return gates;
}

function latencyGate(
  gate: string,
  steps: readonly LoadStep[],
  most: number,
  of: (step: LoadStep) => number | undefined,
): LoadGate {
  const missing = steps.find((step) => of(step) === undefined);
  if (missing !== undefined || steps.length === 0) {
    return {
      gate,
      passed: false,
      detail: `no request succeeded${missing === undefined ? "" : ` at ${nameOf(missing.shape)}`}`,
    };
  }
  const worst = steps.toSorted((a, b) => (of(b) ?? 0) - (of(a) ?? 0))[0] as LoadStep;
  const value = of(worst) ?? 0;
  const passed = atMost(value, most);
  return { gate, passed, detail: `${ms(value)} at ${nameOf(worst.shape)}${own(worst, passed)}` };
}

function throughputGate(steps: readonly LoadStep[], least: number): LoadGate {
  const gate = `--min-rps ${least}`;
  const best = steps.toSorted((a, b) => b.perSecond.median - a.perSecond.median)[0];
  if (best === undefined) return { gate, passed: false, detail: "nothing was measured" };
  const reached = `${round(best.perSecond.median)}/s at ${nameOf(best.shape)}`;
  // A server that did not live to the end has kept nothing up.
  const gone = steps.find((step) => step.runs.some(isGone));
  if (gone !== undefined) {
    return { gate, passed: false, detail: `${reached}, and then nothing answered any more at ${nameOf(gone.shape)}` };
  }
  const passed = atMost(least, best.perSecond.median);
  return { gate, passed, detail: `${reached}${own(best, passed)}` };
}

function errorGate(steps: readonly LoadStep[], most: number): LoadGate {
  const gate = `--max-errors ${percent(most)}`;
  const worst = steps.toSorted((a, b) => b.errorShare - a.errorShare)[0];
  if (worst === undefined || worst.requests === 0) return { gate, passed: false, detail: "nothing was measured" };
  const passed = atMost(worst.errorShare, most);
  return { gate, passed, detail: `${percent(worst.errorShare)} at ${nameOf(worst.shape)}${own(worst, passed)}` };
}

function baselineGates(
  steps: readonly LoadStep[],
  report: LoadReport,
  tolerance: Tolerance,
  file: string,
): readonly LoadGate[] {
  return steps.flatMap((step) => {
    const before = report.steps.find((one) => nameOf(one.shape) === nameOf(step.shape));
    if (before === undefined) return [];
    const gate = (what: string) => `--baseline ${file}, ${what} at ${nameOf(step.shape)}`;
    return [
      compare(gate("throughput"), step, step.perSecond.median, before.perSecond.median, -tolerance.throughput, rate),
      compare(gate("p95"), step, step.p95?.median, before.p95?.median, tolerance.p95, ms),
      compare(gate("p99"), step, step.p99?.median, before.p99?.median, tolerance.p99, ms),
      {
        gate: gate("errors"),
        passed: atMost(step.errorShare, before.errorShare + tolerance.errors),
        detail: `${percent(step.errorShare)}, was ${percent(before.errorShare)} (up to ${round(tolerance.errors * 100)} points more)`,
      },
    ];
  });
}

/** A negative tolerance: the value may be lower by that share; a positive one: higher. */
function compare(
  gate: string,
  step: LoadStep,
  value: number | undefined,
  before: number | undefined,
  tolerance: number,
  say: (value: number) => string,
): LoadGate {
  if (value === undefined || before === undefined) {
    const detail = value === undefined ? "no request succeeded" : `${say(value)}, and the baseline has none`;
    return { gate, passed: value !== undefined, detail };
  }
  const limit = before * (1 + tolerance);
  const passed = tolerance < 0 ? atMost(limit, value) : atMost(value, limit);
  const change = before === 0 ? "" : `, ${value >= before ? "+" : ""}${round(((value - before) / before) * 100)} %`;
  return {
    gate,
    passed,
    detail: `${say(value)}, was ${say(before)}${change} (limit ${say(limit)})${own(step, passed)}`,
  };
}

/** At a limit is within it: 100 ms and 15 % are 115 ms, whatever is left of that in binary. */
function atMost(value: number, limit: number): boolean {
  return value <= limit + Math.abs(limit) * 1e-9;
}

function rate(value: number): string {
  return `${round(value)}/s`;
}

/** A figure that missed its gate at the generator's own ceiling may not be the server's doing. */
function own(step: LoadStep, passed: boolean): string {
  return !passed && step.verdicts.includes("harness_limited")
    ? "; harness_limited: the generator is a part of this"
    : "";
}
