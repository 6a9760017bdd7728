import type { Audited, AuditOptions } from "../auditing.ts";
import type {
  Category,
  Consent,
  Recording,
  Report,
  Required,
  Revision,
  Target,
  TestResult,
  TransportKind,
} from "../model/mod.ts";

export type Profile = "core" | "full";

export interface Selection {
  /** Ids or categories; empty: everything. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly profile: Profile;
}

export interface RunOptions extends Selection {
  readonly target: Target;
  readonly specVersion: "auto" | Revision;
  readonly timeoutMs: number;
  readonly startupTimeoutMs: number;
  readonly preflightTimeoutMs: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly consent: Consent;
  readonly signal: AbortSignal;
  onStatus?(line: string): void;
  onTestComplete?(result: TestResult): void;
  onStderr?(text: string): void;
  /** Once, when the revision is chosen: how many checks there are. */
  onPlan?(plan: { readonly revision: Revision; readonly checks: number }): void;
}

export interface CatalogueEntry {
  readonly id: string;
  readonly category: Category;
  readonly required: Required;
  readonly title: string;
  readonly transports: readonly TransportKind[];
  readonly profile: Profile;
}

/** A server of our own that stands ready as a target. */
export interface SelfTarget {
  readonly target: Target;
  close(): Promise<void>;
}

/** What the command line needs of the engine. The entry gives the real one; tests give their own. */
export interface Suite {
  runSuite(options: RunOptions): Promise<{ readonly report: Report; readonly recording: Recording }>;
  judgeRecording(recording: Recording, selection: Selection): Report;
  catalogue(revision: Revision): readonly CatalogueEntry[];
  selectRules(
    revision: Revision,
    transport: TransportKind,
    only: readonly string[],
    skip: readonly string[],
    profile: Profile,
  ): { readonly selected: readonly { readonly id: string }[]; readonly warnings: readonly string[] };
  /** Starts the built-in reference server; absent where a build has none. */
  startSelf?(): Promise<SelfTarget>;
  /** The read-only audit of an endpoint; absent where a build has none. */
  auditTarget?(options: AuditOptions): Promise<Audited>;
}
