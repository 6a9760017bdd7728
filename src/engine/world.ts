import type { Answer, Sent } from "../model/exchange.ts";
import type { Local, Wire } from "../model/probe.ts";
import type { Revision } from "../model/revision.ts";
import type { Target } from "../model/target.ts";

/** Everything that the engine takes from outside. Time and randomness come in as functions. */
export interface World {
  readonly target: Target;
  readonly wire: Wire;
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Resolves after `ms`, or when the signal fires. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A number from 0 (included) to 1 (not included). */
  readonly random: () => number;
  /** Removes secrets before anything is recorded. */
  readonly redact: { readonly sent: (sent: Sent) => Sent; readonly answer: (answer: Answer) => Answer };
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly local: Local | undefined;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly onStatus: (line: string) => void;
}

/** Times in milliseconds. */
export interface Limits {
  readonly timeoutMs: number;
  readonly startupTimeoutMs: number;
  readonly preflightTimeoutMs: number;
  readonly concurrency: number;
}

/** How the revision came to be chosen. */
export interface Chosen {
  readonly revision: Revision;
  readonly chosen: string;
  readonly warnings: readonly string[];
}
