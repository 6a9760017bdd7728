import type { Exchange } from "./exchange.ts";
import type { Consent, ProbeId } from "./probe.ts";
import type { Revision, TransportKind } from "./revision.ts";

/** Everything that was said in one run. Plain JSON; runs stand in registry order; secrets are removed. */
export interface Recording {
  readonly format: "mcp-compliance-recording/1";
  readonly toolVersion: string;
  readonly revision: Revision;
  readonly target: RecordedTarget;
  /** ISO 8601, when the run began. */
  readonly timestamp: string;
  /** What the user allowed and named. */
  readonly consent: Consent;
  /** How the revision was chosen and other things to say before the results. */
  readonly warnings: readonly string[];
  /** Why this revision: shown in the report's header. */
  readonly chosen: string;
  /** True when the server answered anything at all, on any exchange. */
  readonly reached: boolean;
  readonly runs: readonly ProbeRun[];
}

/** The target without its secrets: URL or command line for people, and what rules may ask of it. */
export interface RecordedTarget {
  readonly transport: TransportKind;
  /** The URL without credentials, or the command line. */
  readonly name: string;
  /** Scheme and host of an HTTP target. */
  readonly scheme?: "http" | "https";
  readonly hostname?: string;
  /** Names of the headers that the user configured, in lower case. */
  readonly headerNames: readonly string[];
  /** The scheme word of a configured Authorization header, in lower case ("bearer"). */
  readonly authorization?: string;
}

export interface ProbeRun {
  readonly probe: ProbeId;
  readonly exchanges: readonly Exchange[];
  readonly outcome: RunOutcome;
}

export type RunOutcome =
  | { readonly kind: "done" }
  /** The probe had nothing to ask: `absent` the server does not offer it, `unknown` what it stands on could not be seen. */
  | { readonly kind: "not-run"; readonly state: "absent" | "unknown"; readonly reason: string }
  /** A child of the probe's own, or one that it shared, went away while it spoke. */
  | { readonly kind: "killed-child"; readonly reason: string }
  | { readonly kind: "cancelled" }
  /** Our own bug. */
  | { readonly kind: "broken"; readonly reason: string };
