import type { Audited, AuditOptions } from "../auditing.ts";
import type { Demands } from "../load/gates.ts";
import type { JsonObject } from "../model/json.ts";
import type { LoadProgress, LoadReport, LoadShape } from "../model/load.ts";
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
  /**
   * Once, when the revision is chosen: how many checks there are. `order` is the report's, with those at its end that
   * need the whole run; absent where a result may be put off.
   */
  onPlan?(plan: { readonly revision: Revision; readonly checks: number; readonly order?: readonly string[] }): void;
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

export interface LoadOptions {
  readonly kind: "load" | "benchmark";
  readonly target: Target;
  readonly specVersion: "auto" | Revision;
  /** Undefined method: the lightest list that the server has. */
  readonly wanted: {
    readonly method: string | undefined;
    readonly params: JsonObject | undefined;
    readonly tool: string | undefined;
  };
  readonly timeoutMs: number;
  readonly startupTimeoutMs: number;
  readonly shapes: readonly LoadShape[];
  /** Per step: requests, milliseconds. */
  readonly extent: { readonly requests?: number; readonly durationMs?: number };
  readonly repeat: number;
  readonly warmupMs: number;
  readonly connections: number;
  readonly calibrate: boolean;
  readonly demands: Demands;
  readonly signal: AbortSignal;
  onStatus?(line: string): void;
  onProgress?(progress: LoadProgress): void;
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
  /** Loads a server and measures; absent where a build has no such thing. */
  runLoad?(options: LoadOptions): Promise<LoadReport>;
  /** The same workload as a script of another engine; values of headers are read from these environment variables. */
  emitLoad?(
    options: LoadOptions & { readonly variables: { readonly [header: string]: string } },
    engine: "artillery" | "k6",
  ): Promise<string>;
}
