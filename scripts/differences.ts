import type { Revision } from "../src/model/mod.ts";
import type { BookEntry } from "./rulebook.ts";

/** A place where a rule deliberately says something else than its entry in the rule book. */
export interface Difference {
  readonly id: string;
  readonly revision: Revision;
  readonly field: keyof BookEntry;
  /** Why: as a rule the sentence of the specification that the entry missed. */
  readonly reason: string;
}

export const DIFFERENCES: readonly Difference[] = [];
