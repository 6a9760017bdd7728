import { cut } from "../model/cut.ts";
import type { Finding, Note } from "../model/rule.ts";

/** A check that finds so much is as broken as it can be: more of it would only fill the report. */
export const MOST_FINDINGS = 100;
/** Names of tools and the like that a report lists. */
const MOST_NAMES = 10_000;
/** Characters of a name. */
export const LONGEST_NAME = 1_000;

/** At most so many findings, each of a length that can be read; the last then says how many are left out. */
export function abridgedFindings(all: readonly Finding[]): readonly Finding[] {
  const short = all.slice(0, MOST_FINDINGS).map(abridgedFinding);
  const next = short.at(-1);
  if (all.length <= MOST_FINDINGS || next === undefined) return short;
  const rest = all.length - MOST_FINDINGS + 1;
  return [...short.slice(0, -1), { kind: "finding", message: `and ${rest} more findings of this check`, at: next.at }];
}

function abridgedFinding(one: Finding): Finding {
  const { message, expected, actual } = one;
  return {
    ...one,
    message: cut(message),
    ...(expected === undefined ? {} : { expected: cut(expected) }),
    ...(actual === undefined ? {} : { actual: cut(actual) }),
  };
}

export function abridgedNotes(all: readonly Note[]): readonly Note[] {
  return all.slice(0, MOST_FINDINGS).map((one) => ({ ...one, message: cut(one.message) }));
}

export function abridgedNames(all: readonly string[]): readonly string[] {
  return all.slice(0, MOST_NAMES).map((one) => cut(one, LONGEST_NAME));
}
