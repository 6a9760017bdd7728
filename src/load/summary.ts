import type { ErrorCount, Knee, Latency, LoadRun, LoadShape, LoadStep, LoadVerdict, Spread } from "../model/load.ts";
import { ms, nameOf, percent, round } from "../model/load-words.ts";
import type { Short } from "./drive.ts";
import { createHistogram, type Histogram } from "./histogram.ts";

/** The runs of one step, not judged yet. */
export interface Measured {
  readonly shape: LoadShape;
  readonly runs: readonly MeasuredRun[];
}

export interface MeasuredRun {
  readonly run: LoadRun;
  readonly latencies: Histogram;
  /** Requests per second of this generator, just before this run, against a server that does nothing. */
  readonly ceiling?: number;
  readonly short?: Short;
}

/** The numbers behind the verdicts, in one place. */
export const LIMITS = {
  /** Of the ceiling: from here on the generator is a part of what is measured. */
  nearCeiling: 0.8,
  /** Of the ceiling: below it the machine is not what makes a server slow. */
  idle: 0.1,
  /** Share of requests: errors below, the server's or our own, are told, but make no verdict. */
  errors: 0.005,
  /** Latency (p50 or p95) grows by so much from the step before ... */
  cliff: 1.8,
  /** ... and throughput by less than this. */
  gain: 1.1,
  /** The tail alone (p99) grows by so much, over at least so many requests in each run. */
  tail: 5,
  tailRequests: 1000,
  /** Of the best throughput with fewer users, or of the rate that was asked for. */
  collapse: 0.8,
  kept: 0.9,
} as const;

/**
 * Judges every step beside those with less load, in whatever order they were run, and gives them in that order. Pure; the
 * same runs give the same verdicts.
 */
export function judgeSteps(measured: readonly Measured[]): readonly LoadStep[] {
  const steps: LoadStep[] = [];
  const judged = new Map<Measured, LoadStep>();
  for (const one of measured.toSorted((a, b) => sizeOf(a.shape) - sizeOf(b.shape))) {
    const figures = figuresOf(one);
    const found = verdictsOf(figures, one.runs, steps);
    const step: LoadStep = {
      ...figures,
      verdict: found[0]?.[0] ?? "ok",
      verdicts: found.length === 0 ? ["ok"] : found.map(([verdict]) => verdict),
      reasons: found.map(([, reason]) => reason),
    };
    steps.push(step);
    judged.set(one, step);
  }
  return measured.flatMap((one) => judged.get(one) ?? []);
}

function sizeOf(shape: LoadShape): number {
  return shape.kind === "closed" ? shape.users : shape.perSecond;
}

type Figures = Omit<LoadStep, "verdict" | "verdicts" | "reasons">;

/** How near the runs came to what the generator could do at their time: 1 is all of it. Undefined: not calibrated. */
function nearness(runs: readonly MeasuredRun[]): number | undefined {
  return spreadOf(runs.flatMap(({ run, ceiling }) => (ceiling === undefined ? [] : [run.perSecond / ceiling])))?.median;
}

function figuresOf({ shape, runs }: Measured): Figures {
  const all = createHistogram();
  for (const { latencies } of runs) all.merge(latencies);
  const latency = all.latency();
  const sum = (of: (run: LoadRun) => number) => runs.reduce((total, { run }) => total + of(run), 0);
  const requests = sum((run) => run.requests);
  const succeeded = sum((run) => run.succeeded);
  const ceiling = spreadOf(runs.flatMap((one) => one.ceiling ?? []))?.median;
  const p95 = spreadOf(runs.flatMap(({ run }) => (run.latency === undefined ? [] : [run.latency.p95])));
  const p99 = spreadOf(runs.flatMap(({ run }) => (run.latency === undefined ? [] : [run.latency.p99])));
  return {
    shape,
    runs: runs.map(({ run }) => run),
    requests,
    succeeded,
    errors: mergeErrors(runs.flatMap(({ run }) => run.errors)),
    errorShare: requests === 0 ? 0 : (requests - succeeded) / requests,
    perSecond: spreadOf(runs.map(({ run }) => run.perSecond)) ?? { median: 0, min: 0, max: 0 },
    ...(latency === undefined ? {} : { latency }),
    ...(p95 === undefined ? {} : { p95 }),
    ...(p99 === undefined ? {} : { p99 }),
    ...(ceiling === undefined ? {} : { ceiling }),
  };
}

export function spreadOf(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? 0;
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { median, min: at(0), max: at(sorted.length - 1) };
}

function mergeErrors(errors: readonly ErrorCount[]): readonly ErrorCount[] {
  const kinds = new Map<string, ErrorCount>();
  for (const one of errors) {
    const before = kinds.get(one.kind);
    kinds.set(one.kind, before === undefined ? one : { ...before, count: before.count + one.count });
  }
  return [...kinds.values()].sort((a, b) => b.count - a.count);
}

type Found = readonly [verdict: LoadVerdict, reason: string];

/** What is wrong, the server's own first: errors are the server's whoever is the bottleneck. */
function verdictsOf(step: Figures, runs: readonly MeasuredRun[], before: readonly LoadStep[]): readonly Found[] {
  const short = connectionsShort(step, runs, before);
  const errors = errorOnset(step, short === undefined ? [OWN] : [OWN, "unsent"]);
  const limited = short ?? harnessLimited(step, nearness(runs));
  // What the generator itself may have slowed down says nothing about the server.
  const slow = limited === undefined ? [collapse(step, runs, before), cliff(step, before)] : [limited];
  return [errors, ...slow].filter((one) => one !== undefined);
}

const MIXED_UP = ["wrong_id", "crossed_id"];
/** Errors of this machine: the server never heard of those requests. */
const OWN = "own_limit";

/** `ours`: kinds that are none of the server's errors. */
function errorOnset(step: Figures, ours: readonly string[]): Found | undefined {
  const mixed = step.errors.find((one) => MIXED_UP.includes(one.kind));
  const most = step.errors.find((one) => !ours.includes(one.kind));
  // One answer that went to the wrong request is one too many.
  if (mixed !== undefined) {
    return [
      "error_onset",
      `${mixed.count} of ${step.requests} answers had another id than their request (${mixed.kind})`,
    ];
  }
  const own = ownErrors(step, ours);
  const share = (step.requests - step.succeeded - own) / Math.max(1, step.requests - own);
  if (most === undefined || share < LIMITS.errors) return undefined;
  return ["error_onset", `${percent(share)} of the requests failed, most of them with ${most.kind}`];
}

function ownErrors({ errors }: Figures, ours: readonly string[]): number {
  return errors.reduce((sum, one) => sum + (ours.includes(one.kind) ? one.count : 0), 0);
}

/**
 * A rate that was not kept for want of connections: all of them were waiting, and the server took no longer for an answer
 * than at a lower rate. One that took longer has a queue of its own, and more connections would only make that longer.
 */
function connectionsShort(
  { shape, perSecond }: Figures,
  runs: readonly MeasuredRun[],
  before: readonly LoadStep[],
): Found | undefined {
  const last = before.at(-1);
  const services = spreadOf(runs.flatMap(({ short }) => (short === undefined ? [] : [short.serviceMs])));
  if (shape.kind !== "open" || services === undefined || last?.latency === undefined) return undefined;
  if (perSecond.max >= shape.perSecond * LIMITS.kept || services.min >= last.latency.mean * LIMITS.cliff)
    return undefined;
  return [
    "harness_limited",
    `${round(perSecond.median)}/s of the ${nameOf(shape)} that were due: each of the ${runs[0]?.short?.lanes} connections was ` +
      `waiting, and the server took no longer for an answer (${ms(services.median)}) than at ${nameOf(last.shape)}. ` +
      "It takes more of them: --connections",
  ];
}

function harnessLimited(step: Figures, near: number | undefined): Found | undefined {
  const { perSecond, requests } = step;
  const own = ownErrors(step, [OWN]);
  if (own > 0 && own >= requests * LIMITS.errors) {
    return [
      "harness_limited",
      `${own} of ${requests} requests were never sent: this machine lets this process open no more connections. ` +
        "Raise its limit (ulimit -n), or load with fewer at once",
    ];
  }
  if (near === undefined || near < LIMITS.nearCeiling) return undefined;
  return [
    "harness_limited",
    `${round(perSecond.median)}/s is ${Math.round(near * 100)} % of what this generator reached here, just before each run, ` +
      "against a server that does nothing: throughput and latency are not the server's alone",
  ];
}

/**
 * How much slower the generator itself was than at another step: 1 is as fast. What it lost to whatever else the machine
 * did, a busy server on it lost as well; one that does a small part of what can be sent has other reasons.
 */
function slowdown(step: Figures, other: Figures): number {
  if (step.ceiling === undefined || other.ceiling === undefined) return 1;
  if (step.perSecond.median < step.ceiling * LIMITS.idle) return 1;
  return Math.max(1, other.ceiling / step.ceiling);
}

function collapse(step: Figures, runs: readonly MeasuredRun[], before: readonly LoadStep[]): Found | undefined {
  const { shape, perSecond } = step;
  if (shape.kind === "open") {
    // The best run decides: one that kept up shows that it can be done.
    if (perSecond.max >= shape.perSecond * LIMITS.kept) return undefined;
    const short = before.length === 0 ? runs.find((one) => one.short !== undefined)?.short : undefined;
    // With nothing to compare with, nobody knows whether the server queues or only takes its time.
    const doubt =
      short === undefined
        ? ""
        : `; all ${short.lanes} connections were waiting, ${ms(short.serviceMs)} for each answer: if the server takes as ` +
          "long at a lower --rate too, it takes more --connections";
    return ["throughput_collapse", `${round(perSecond.median)}/s of the ${nameOf(shape)} that were due${doubt}`];
  }
  const best = before
    .filter((one) => one.shape.kind === "closed")
    .toSorted((a, b) => b.perSecond.min - a.perSecond.min)[0];
  if (best === undefined || perSecond.max * slowdown(step, best) >= best.perSecond.min * LIMITS.collapse)
    return undefined;
  return [
    "throughput_collapse",
    `${round(perSecond.median)}/s, after ${round(best.perSecond.median)}/s at ${nameOf(best.shape)}`,
  ];
}

function cliff(step: Figures, before: readonly LoadStep[]): Found | undefined {
  const last = before.at(-1);
  if (last === undefined) return undefined;
  const slower = slowdown(step, last);
  // The runs' spread stands between noise and a verdict: the best of this step beside the worst of the one before.
  const grown = (of: (latency: Latency) => number) => {
    const [now, then] = [spreadOfRuns(step, of), spreadOfRuns(last, of)];
    return now === undefined || then === undefined ? undefined : { now, then, by: now.min / then.max / slower };
  };
  const half = grown((one) => one.p50);
  const most = grown((one) => one.p95);
  const tail = grown((one) => one.p99);
  if (half === undefined || most === undefined || tail === undefined) return undefined;
  const gain = Math.min(
    (step.perSecond.max * slower) / Math.max(last.perSecond.min, 1e-9),
    // Users wait for their answers: where half of them wait longer in step with their number, nothing is gained.
    moreUsers(step.shape, last.shape) / half.by,
  );
  const [name, worse] = half.by > most.by ? (["p50", half] as const) : (["p95", most] as const);
  if (worse.by >= LIMITS.cliff && gain < LIMITS.gain) {
    const than = `${ms(worse.now.median)} after ${ms(worse.then.median)} at ${nameOf(last.shape)}`;
    const rates = `${round(step.perSecond.median)}/s after ${round(last.perSecond.median)}/s`;
    return ["latency_cliff", `${name} ${than}, for ${gain <= 1 ? "no" : "hardly any"} more throughput (${rates})`];
  }
  const enough = [...step.runs, ...last.runs].every((run) => run.succeeded >= LIMITS.tailRequests);
  if (!enough || tail.by < LIMITS.tail) return undefined;
  return ["latency_cliff", `p99 ${ms(tail.now.median)} after ${ms(tail.then.median)} at ${nameOf(last.shape)}`];
}

function spreadOfRuns({ runs }: Figures, of: (latency: Latency) => number): Spread | undefined {
  return spreadOf(runs.flatMap(({ latency }) => (latency === undefined ? [] : [of(latency)])));
}

/** How many times the users of another step; an open loop has none to wait. */
function moreUsers(shape: LoadShape, other: LoadShape): number {
  return shape.kind === "closed" && other.kind === "closed" ? shape.users / other.users : Number.POSITIVE_INFINITY;
}

/**
 * The number of users from which on more of them only wait: the most throughput seen, times the mean latency of one
 * user alone (Little's law with nobody waiting). Nothing where steps failed, or where the generator was the limit.
 */
export function kneeOf(inOrder: readonly LoadStep[]): Knee | null {
  const steps = inOrder.toSorted((a, b) => sizeOf(a.shape) - sizeOf(b.shape));
  const [first] = steps;
  if (first?.shape.kind !== "closed" || first.latency === undefined || steps.length < 2) return null;
  // Of several users nobody can tell from outside whether they waited for each other.
  if (first.shape.users > 1) return null;
  const best = steps.toSorted((a, b) => b.perSecond.median - a.perSecond.median)[0] ?? first;
  // Still growing at the last step, in step with the users: the knee lies beyond.
  if (best === steps.at(-1) && best.verdict === "ok" && best.shape.kind === "closed") {
    const share = best.perSecond.median / first.perSecond.median / (best.shape.users / first.shape.users);
    if (share > 0.9) return null;
  }
  if (best.verdicts.includes("harness_limited") || best.errorShare >= LIMITS.errors || best.perSecond.median <= 0) {
    return null;
  }
  const users = (best.perSecond.median * first.latency.mean) / 1000;
  return { users: Math.max(1, Math.round(users * 10) / 10), perSecond: best.perSecond.median };
}
