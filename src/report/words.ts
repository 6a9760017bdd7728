import type { TestResult } from "../model/mod.ts";

const NOT_EVALUABLE = "Not evaluable: ";
const SKIPPED = "Skipped: ";

/** Why a check was skipped or not evaluable, without the word that says which. */
export function reasonOf(test: TestResult): string {
  return test.details.replace(/^(?:not evaluable|skipped):\s*/i, "");
}

/** The one line about a check, with the fixed word before a skip's or an unknown's reason. */
export function detailsOf(test: TestResult): string {
  if (test.outcome === "unknown") return NOT_EVALUABLE + reasonOf(test);
  if (test.outcome === "skip") return SKIPPED + reasonOf(test);
  return test.details;
}

/** `1 check`, `2 checks`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** What the check rests on, as said to people: a keyword of the specification, or advice. */
export function forceOf(test: TestResult): string {
  return test.basis === "advice" ? "advice" : test.level;
}
