import { setMaxListeners } from "node:events";
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
    signal: quietSignal(),
    ...changes,
  };
}

/** The server in memory waits with as many listeners as it has answers under way, and Node would warn of a leak. */
function quietSignal(): AbortSignal {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  return signal;
}
