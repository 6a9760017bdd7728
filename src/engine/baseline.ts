import type { BaselineEntry, BaselineOutcome } from "../model/baseline.ts";
import { cut } from "../model/cut.ts";
import { nearest } from "../model/nearest.ts";
import type { Report, TestResult } from "../model/report.ts";
import type { Revision } from "../model/revision.ts";

/** Ids of every check of a revision, of whatever profile and transport. */
export type Known = (revision: Revision) => readonly string[];

/**
 * Holds a report against a list of known failures. What did not pass is known or fresh; what is listed and passes is
 * stale. What was skipped, filtered out or belongs to the other transport was not seen: that proves nothing.
 */
export function compareBaseline(
  file: string,
  entries: readonly BaselineEntry[],
  report: Report,
  known: Known,
): BaselineOutcome {
  const own = entries.filter((entry) => concerns(entry, report));
  const byId = new Map(report.tests.map((test) => [test.id, test]));
  const listed = new Map(own.map((entry) => [entry.id, entry]));
  const found = own.map((entry) => ({ entry, test: byId.get(entry.id) }));
  return {
    file,
    known: report.tests.flatMap((test) => {
      const entry = listed.get(test.id);
      return entry !== undefined && broken(test) ? [{ id: test.id, outcome: test.outcome, reason: entry.reason }] : [];
    }),
    fresh: report.tests.flatMap((test) =>
      broken(test) && !listed.has(test.id) ? [{ id: test.id, outcome: test.outcome, required: test.required }] : [],
    ),
    stale: found.flatMap(({ entry, test }) => {
      const why = staleBecause(entry, test, report, known);
      return why === undefined ? [] : [{ id: entry.id, why }];
    }),
    unseen: found.flatMap(({ entry, test }) => {
      if (test?.outcome === "skip") return [{ id: entry.id, why: `skipped: ${test.details}` }];
      const there = test === undefined && known(entry.revision).includes(entry.id);
      return there ? [{ id: entry.id }] : [];
    }),
    elsewhere: entries.length - own.length,
  };
}

function concerns(entry: BaselineEntry, report: Report): boolean {
  return entry.revision === report.specVersion && (entry.transport ?? report.transport) === report.transport;
}

function broken(test: TestResult): test is TestResult & { readonly outcome: "fail" | "unknown" } {
  return test.outcome === "fail" || test.outcome === "unknown";
}

function staleBecause(
  entry: BaselineEntry,
  test: TestResult | undefined,
  report: Report,
  known: Known,
): string | undefined {
  if (test?.outcome === "pass") return entry.transport === undefined ? `passes over ${report.transport}` : "passes";
  const ids = known(entry.revision);
  if (test !== undefined || ids.includes(entry.id)) return undefined;
  const meant = nearest(entry.id, ids);
  return `there is no such check in ${entry.revision}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}

/** Characters of what was seen that are quoted to whoever is to give a reason. */
const SEEN = 160;

/**
 * The list after this run: what passes is taken off, what fails and is not on it comes at the end. Whatever the run
 * did not see stays, and so does every reason.
 */
export function updateBaseline(
  entries: readonly BaselineEntry[],
  report: Report,
  known: Known,
): { readonly entries: readonly BaselineEntry[]; readonly added: number; readonly removed: number } {
  const byId = new Map(report.tests.map((test) => [test.id, test]));
  const kept = entries.filter(
    (entry) => !concerns(entry, report) || staleBecause(entry, byId.get(entry.id), report, known) === undefined,
  );
  const listed = new Set(kept.filter((entry) => concerns(entry, report)).map((entry) => entry.id));
  const added = report.tests
    .filter((test) => broken(test) && !listed.has(test.id))
    .map((test) => ({
      id: test.id,
      revision: report.specVersion,
      transport: report.transport,
      reason: `TODO: say why this is accepted. Seen: ${shortened(test.details)}`,
    }));
  return { entries: [...kept, ...added], added: added.length, removed: entries.length - kept.length };
}

function shortened(details: string): string {
  return cut(details.replace(/\s+/g, " ").trim(), SEEN);
}
