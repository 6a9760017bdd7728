import type { Grade, Outcome } from "./report.ts";
import type { Revision } from "./revision.ts";

/** One check of a stored report, as far as two reports are compared. Texts are raw: printers escape them. */
export interface StoredTest {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly required: boolean;
  readonly outcome: Outcome;
  /** One line, without the fixed word of a skip or an unknown. */
  readonly details: string;
}

/** A JSON report that was read back: of this tool, or of an older one that wrote the same schemaVersion. */
export interface StoredReport {
  readonly specVersion: Revision;
  readonly toolVersion: string;
  readonly url: string;
  readonly timestamp: string;
  /** As written in the file; undefined where it has none. */
  readonly score: number | undefined;
  readonly grade: string | undefined;
  readonly tests: readonly StoredTest[];
  /** What had to be guessed when it was read; one sentence each. */
  readonly notes: readonly string[];
}

/** A check that stands in both reports. */
export interface DiffEntry {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  /** As in the current report. */
  readonly required: boolean;
  readonly was: Outcome;
  readonly now: Outcome;
  /** The current report's line. */
  readonly details: string;
}

export interface DiffSide {
  /** Name of its file. */
  readonly file: string;
  readonly url: string;
  readonly toolVersion: string;
  readonly timestamp: string;
  /** By this version's arithmetic, from the results. */
  readonly score: number;
  readonly grade: Grade;
  /** What the file itself says, where that differs. */
  readonly recorded?: { readonly score: number | null; readonly grade: string | null };
  readonly checks: number;
}

/** What became of the checks of one report in a later one. */
export interface Diff {
  readonly specVersion: Revision;
  readonly baseline: DiffSide;
  readonly current: DiffSide;
  /** Passed or was skipped, and did not pass now. */
  readonly regressions: readonly DiffEntry[];
  /** Did not pass, and passes now. */
  readonly repairs: readonly DiffEntry[];
  readonly newlySkipped: readonly DiffEntry[];
  /** Was skipped and passes now. */
  readonly noLongerSkipped: readonly DiffEntry[];
  /** Passed in neither; fail and unknown may have changed places. */
  readonly stillFailing: readonly DiffEntry[];
  readonly added: readonly StoredTest[];
  readonly removed: readonly StoredTest[];
  /** Passed in both, or was skipped in both. */
  readonly unchanged: number;
  /** What a reader has to know before believing the comparison; one sentence each. */
  readonly notes: readonly string[];
  /** Why the exit code is 1: a regression, or a new required check that fails. */
  readonly worse: boolean;
}
