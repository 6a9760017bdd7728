import type { TestResult } from "./report.ts";
import type { Revision } from "./revision.ts";
import type { Level } from "./rule.ts";

/**
 * What an audit says of one of its rules. gap: the rule came with the audited revision, and the server speaks an older
 * one. none: it asks nothing of this server.
 */
export type AuditVerdict = "pass" | "defect" | "gap" | "inconclusive" | "none";

/** One line of an audit. */
export interface AuditLine {
  /** A name of the audit (`origin-403`). */
  readonly id: string;
  readonly title: string;
  /** The strongest keyword of the rules behind it; of those that failed where it is a defect. */
  readonly level: Level;
  readonly verdict: AuditVerdict;
  /** One line: what was found, or why there is nothing to find; empty on a plain pass. Raw text. */
  readonly details: string;
  /** Links into the specification, the main one first. */
  readonly clauses: readonly string[];
  /** The rules of the catalogue behind it that were judged in this run. */
  readonly results: readonly TestResult[];
  /** Ids of the rules behind it that came later than what the server speaks. */
  readonly gaps: readonly string[];
  /** What to do, where there is something to do: one text for each rule behind a defect or a gap. */
  readonly fixes: readonly string[];
}

/** How the server speaks, as far as it said so. */
export type AuditEra =
  /** It answers server/discover. `dual`: and initialize; undefined where that could not be seen. */
  | { readonly kind: "modern"; readonly dual: boolean | undefined }
  /** It answers initialize alone. `revision`: what it settles on; undefined where it agrees to whatever it is asked for. */
  | { readonly kind: "legacy"; readonly revision: string | undefined }
  /** It says that it speaks the audited revision, and has no server/discover. */
  | { readonly kind: "claimed"; readonly revision: string }
  | { readonly kind: "unknown"; readonly reason: string };

export type AuditConclusion = "conformant" | "no-defect-found" | "defects" | "not-judged";

/** The result of the read-only audit. */
export interface Audit {
  readonly audited: Revision;
  readonly toolVersion: string;
  readonly url: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly server: { readonly name: string | null; readonly version: string | null };
  readonly era: AuditEra;
  readonly lines: readonly AuditLine[];
  readonly counts: {
    /** Lines that were put to the test: passes, violations and what stayed inconclusive. */
    readonly probes: number;
    readonly passed: number;
    readonly violations: number;
    /** Of the violations, those of a SHOULD. */
    readonly shoulds: number;
    readonly inconclusive: number;
    readonly gaps: number;
  };
  readonly conclusion: AuditConclusion;
  /** 0 conformant, 1 a defect, 3 could not be judged. */
  readonly exitCode: 0 | 1 | 3;
  /** "11 probes, 0 violations, 0 inconclusive -- CONFORMANT" */
  readonly summary: string;
  readonly warnings: readonly string[];
}
