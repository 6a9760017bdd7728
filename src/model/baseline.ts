import type { Revision, TransportKind } from "./revision.ts";

/** One failure that is known and accepted for the time being. */
export interface BaselineEntry {
  readonly id: string;
  readonly revision: Revision;
  /** Absent: whichever way the server is reached. */
  readonly transport?: TransportKind;
  /** Why it is accepted, in the author's words. */
  readonly reason: string;
}

/** What a run says about a list of known failures. Texts are raw: printers escape them. */
export interface BaselineOutcome {
  /** Name of the list's file. */
  readonly file: string;
  /** Listed, and not passed: as expected. */
  readonly known: readonly { readonly id: string; readonly outcome: "fail" | "unknown"; readonly reason: string }[];
  /** Not passed, and not listed. */
  readonly fresh: readonly { readonly id: string; readonly outcome: "fail" | "unknown"; readonly required: boolean }[];
  /** Listed, and no failure any more. */
  readonly stale: readonly { readonly id: string; readonly why: string }[];
  /** Listed, and not measured: nothing can be said of these. Without a reason: no part of this run. */
  readonly unseen: readonly { readonly id: string; readonly why?: string }[];
  /** Entries of another revision or transport. */
  readonly elsewhere: number;
  /** The list was written anew after this run. */
  readonly updated?: { readonly added: number; readonly removed: number };
}
