import type { Target } from "../../src/model/target.ts";
import type { RunOptions } from "../../src/suite.ts";

/** Options of a run as the command line gives them by default; tests change what they are about. */
export function runOptions(target: Target, changes: Partial<RunOptions> = {}): RunOptions {
  return {
    target,
    specVersion: "auto",
    timeoutMs: 5000,
    startupTimeoutMs: 20_000,
    preflightTimeoutMs: 5000,
    retries: 0,
    concurrency: 1,
    only: [],
    skip: [],
    profile: "core",
    consent: { tools: [], tokenInQuery: false },
    signal: new AbortController().signal,
    ...changes,
  };
}
