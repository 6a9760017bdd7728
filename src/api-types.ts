/** What `runComplianceSuite`, `gather` and `judge` take. The published types stand on this file. */
import type { Revision } from "./model/revision.ts";
import type { JsonTest } from "./report/json.ts";

/** A server to test, as the config file names it. */
export type ComplianceTarget =
  | {
      readonly type: "http";
      /** http:// or https://, without user name and password: those belong into `headers`. */
      readonly url: string;
      /** Sent with every request. Their secrets are in no report and no recording. */
      readonly headers?: Readonly<Record<string, string>>;
      /** Do not verify the TLS certificate. */
      readonly insecure?: boolean;
      /** PEM text of an additional certificate authority. */
      readonly ca?: string;
    }
  | {
      readonly type: "stdio";
      /** Started as it is, by no shell. */
      readonly command: string;
      readonly args?: readonly string[];
      /** Added to the environment of this process. */
      readonly env?: Readonly<Record<string, string>>;
      /** Working directory of the server; absent: this process's. */
      readonly cwd?: string;
    };

/** Which checks, of a run or of a recording. */
export interface Selection {
  /** Categories or ids; absent or empty: all. */
  readonly only?: readonly string[];
  /** Categories or ids to leave out. */
  readonly skip?: readonly string[];
  /** core (default): the graded catalogue. full: every rule that is known. */
  readonly profile?: "core" | "full";
}

/** Options of a run; what is left out is as on the command line. Times in milliseconds. */
export interface ComplianceOptions extends Selection {
  /** Sent with every request (HTTP), over those of the target. Their secrets are in no report and no recording. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For each request: 15000. */
  readonly timeout?: number;
  /** For the first answer: max(timeout, 60000). */
  readonly startupTimeout?: number;
  /** For `server/discover` over HTTP: min(timeout, 10000). */
  readonly preflightTimeout?: number;
  /** How often what could not be measured is tried again: 0. A measured failure stays one. */
  readonly retries?: number;
  /** Conversations at the same time: 1. The verdicts stay the same. */
  readonly concurrency?: number;
  /** The revision to grade by; auto (default) asks the server and takes the newest that it speaks. */
  readonly specVersion?: "auto" | Revision;
  /** Tools that may be called whatever their annotations say. */
  readonly allowTools?: readonly string[];
  /** Aborting ends the run at once: the promise is rejected with the signal's reason, and no child stays. */
  readonly signal?: AbortSignal;
  /**
   * Each check once, as soon as it has its verdict, and before the promise resolves. With `retries`, what could not be
   * measured is told of last. An error that it throws ends the run.
   */
  readonly onTestComplete?: (result: JsonTest) => void;
  /** The same in short, after `onTestComplete`. A skip arrives as passed. */
  readonly onProgress?: (testId: string, passed: boolean, details: string) => void;
  /** What is being waited for before the first check. */
  readonly onStatus?: (message: string) => void;
}
