import type { BaselineOutcome } from "./baseline.ts";
import type { Exchange } from "./exchange.ts";
import type { JsonObject } from "./json.ts";
import type { Revision, TransportKind } from "./revision.ts";
import type { Basis, Category, Finding, Level, Note } from "./rule.ts";

export type Grade = "A" | "B" | "C" | "D" | "F";
export type Outcome = "pass" | "fail" | "skip" | "unknown";

/** One check's result, ready to print. Text that came from the server is still raw: printers escape it. */
export interface TestResult {
  readonly id: string;
  readonly title: string;
  readonly category: Category;
  readonly required: boolean;
  readonly outcome: Outcome;
  readonly basis: Basis;
  readonly level: Level;
  /** One line: what was found, or why it was skipped or is not evaluable. */
  readonly details: string;
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  readonly fix: string;
  readonly why: string;
  /** Links into the specification; the first is the main one. */
  readonly clauses: readonly string[];
  /** Milliseconds spent in the exchanges of the probes it used. */
  readonly durationMs: number;
  /** The exchanges that the findings point at. */
  readonly evidence: readonly Exchange[];
}

export interface Summary {
  readonly total: number;
  readonly passed: number;
  /** Failed and not evaluable together: what did not pass and was no skip. */
  readonly failed: number;
  readonly unknown: number;
  readonly required: number;
  readonly requiredPassed: number;
  readonly skipped: number;
}

export interface ServerInfo {
  readonly protocolVersion: string | null;
  readonly name: string | null;
  readonly version: string | null;
  readonly capabilities: JsonObject;
}

/** What all formats print: arithmetic over verdicts, nothing measured here. */
export interface Report {
  readonly specVersion: Revision;
  readonly toolVersion: string;
  readonly url: string;
  readonly transport: TransportKind;
  readonly timestamp: string;
  readonly chosen: string;
  readonly reached: boolean;
  readonly grade: Grade;
  readonly score: number;
  /** pass: no required check failed or is unknown and nothing optional failed; partial: only optional ones did; fail. */
  readonly overall: "pass" | "partial" | "fail";
  readonly summary: Summary;
  readonly categories: {
    readonly [name: string]: { readonly passed: number; readonly total: number; readonly skipped: number };
  };
  readonly tests: readonly TestResult[];
  readonly warnings: readonly string[];
  readonly serverInfo: ServerInfo;
  readonly toolNames: readonly string[];
  readonly resourceNames: readonly string[];
  readonly promptNames: readonly string[];
  /** What the run says about a list of known failures, where there is one. */
  readonly baseline?: BaselineOutcome;
}
