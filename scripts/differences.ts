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

export const DIFFERENCES: readonly Difference[] = [
  {
    id: "lifecycle-dual-era",
    revision: "2026-07-28",
    field: "level",
    reason:
      "To serve both eras is a MAY, but what fails is not: a request without the required _meta is malformed, and the " +
      "server MUST reject it with -32602 (basic/index#_meta), unless an earlier revision serves it.",
  },
  {
    id: "lifecycle-dual-era",
    revision: "2026-07-28",
    field: "clauses",
    reason:
      "basic/index#_meta: the sentence by which an initialize that no earlier revision serves has to be rejected.",
  },
];
