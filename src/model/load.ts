import type { Revision, TransportKind } from "./revision.ts";

/** Why one request of a load did not succeed. */
export interface LoadFault {
  /**
   * connect, reset, timeout, malformed_http, too_large, exited (stdio), http_<status>, rpc_<code>, rpc_error, wrong_id,
   * crossed_id, not_jsonrpc, wrong_type, no_response, incomplete, tool_error, unsent, own_limit (of this machine).
   */
  readonly kind: string;
  /** What it looked like: text of the server, in part. */
  readonly example: string;
}

/** How requests are sent: by so many users, each after its last answer, or at so many per second whatever comes back. */
export type LoadShape =
  | { readonly kind: "closed"; readonly users: number }
  | { readonly kind: "open"; readonly perSecond: number };

/** Milliseconds. Of successful requests and of those that were given up waiting for, from the moment each was due. */
export interface Latency {
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  readonly mean: number;
  /** How the latencies are spread: counts in buckets whose upper bounds are powers of two of 0.125 ms, ascending. */
  readonly buckets: readonly (readonly [toMs: number, count: number])[];
}

export interface ErrorCount {
  readonly kind: string;
  readonly count: number;
  readonly example: string;
}

/** One run of one step. */
export interface LoadRun {
  /** Requests that came to an end, one way or the other. */
  readonly requests: number;
  readonly succeeded: number;
  readonly errors: readonly ErrorCount[];
  /**
   * Successes within the time of measuring, by that time. Where users wait, that time ends with the last
   * answer, unless it stopped answering.
   */
  readonly perSecond: number;
  /** The time of measuring, in milliseconds of the clock. */
  readonly windowMs: number;
  /** Absent when nothing succeeded and nothing was waited for in vain. */
  readonly latency?: Latency;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export type LoadVerdict = "ok" | "harness_limited" | "latency_cliff" | "throughput_collapse" | "error_onset";

/** One step with all of its runs. */
export interface LoadStep {
  readonly shape: LoadShape;
  readonly runs: readonly LoadRun[];
  readonly requests: number;
  readonly succeeded: number;
  readonly errors: readonly ErrorCount[];
  /** Share of requests that did not succeed, 0 to 1. */
  readonly errorShare: number;
  readonly perSecond: Spread;
  /** Over all runs together. */
  readonly latency?: Latency;
  readonly p95?: Spread;
  readonly p99?: Spread;
  /** Requests per second that this generator reached against a server that does nothing; absent: not calibrated. */
  readonly ceiling?: number;
  /** The first of `verdicts`. */
  readonly verdict: LoadVerdict;
  readonly verdicts: readonly LoadVerdict[];
  /** Why, in a sentence each, in the order of `verdicts`; none for ok. */
  readonly reasons: readonly string[];
}

/** Where more users only wait longer, by the bounds of a closed system: most throughput times least latency. */
export interface Knee {
  readonly users: number;
  readonly perSecond: number;
}

export interface LoadGate {
  /** As the option is written, with its value. */
  readonly gate: string;
  readonly passed: boolean;
  readonly detail: string;
}

export interface LoadReport {
  readonly schemaVersion: "1";
  readonly kind: "load" | "benchmark";
  readonly toolVersion: string;
  readonly timestamp: string;
  /** The URL, or the command; secrets removed. */
  readonly target: string;
  readonly transport: TransportKind;
  readonly specVersion: Revision;
  readonly chosen: string;
  readonly serverName: string | null;
  readonly method: string;
  /** Bytes of one request as it goes out, and of one good answer. */
  readonly requestBytes: number;
  readonly answerBytes: number | null;
  readonly steps: readonly LoadStep[];
  readonly knee: Knee | null;
  readonly gates: readonly LoadGate[];
  readonly warnings: readonly string[];
  /** The run was cut short: what is here was measured, and is not all that was asked for. */
  readonly cancelled: boolean;
}

/** How far a load is, while it runs. */
export interface LoadProgress {
  readonly step: number;
  readonly steps: number;
  readonly run: number;
  readonly runs: number;
  readonly name: string;
  readonly requests: number;
  /** Milliseconds since the step began. */
  readonly ms: number;
}
