import type { LoadRun } from "../model/load.ts";

/** Faults of a server that is not there. */
const GONE: ReadonlySet<string> = new Set(["connect", "exited"]);

/** Nobody answered any more in this run, from its beginning to its end. */
export function isGone(run: LoadRun): boolean {
  return run.requests > 0 && run.succeeded === 0 && run.errors.every((one) => GONE.has(one.kind));
}
