import type { Diff, DiffEntry, DiffSide, StoredReport, StoredTest } from "../model/diff.ts";
import type { Outcome } from "../model/report.ts";
import { gradeOf, scoreOf } from "./grade.ts";

interface Named {
  readonly file: string;
  readonly report: StoredReport;
}

/** Compares two reports of one revision. Both are scored from their results, as this version scores them. */
export function diffReports(baseline: Named, current: Named): Diff {
  const before = new Map(baseline.report.tests.map((test) => [test.id, test]));
  const after = new Map(current.report.tests.map((test) => [test.id, test]));
  const both = current.report.tests.flatMap((test) => {
    const old = before.get(test.id);
    return old === undefined ? [] : [entryOf(old, test)];
  });
  const became = (test: (entry: DiffEntry) => boolean): readonly DiffEntry[] => both.filter(test);
  const regressions = became((one) => !broken(one.was) && broken(one.now));
  const added = current.report.tests.filter((test) => !before.has(test.id));
  const sides = { baseline: sideOf(baseline), current: sideOf(current) };
  return {
    specVersion: current.report.specVersion,
    ...sides,
    regressions,
    repairs: became((one) => broken(one.was) && one.now === "pass"),
    newlySkipped: became((one) => one.was !== "skip" && one.now === "skip"),
    noLongerSkipped: became((one) => one.was === "skip" && one.now === "pass"),
    stillFailing: became((one) => broken(one.was) && broken(one.now)),
    added,
    removed: baseline.report.tests.filter((test) => !after.has(test.id)),
    unchanged: became((one) => one.was === one.now && !broken(one.now)).length,
    notes: notesOf(baseline, current, sides),
    worse: regressions.length > 0 || added.some(fatal),
  };
}

/** What was not evaluable did not pass: nobody saw that it is well. */
function broken(outcome: Outcome): boolean {
  return outcome === "fail" || outcome === "unknown";
}

/** A new check has no past to fall behind; a required one that fails is a defect all the same. */
export function fatal(test: StoredTest): boolean {
  return test.required && test.outcome === "fail";
}

function entryOf(old: StoredTest, test: StoredTest): DiffEntry {
  const { id, name, category, required, details } = test;
  return { id, name, category, required, was: old.outcome, now: test.outcome, details };
}

function sideOf({ file, report }: Named): DiffSide {
  const score = scoreOf(report.tests);
  const grade = gradeOf(score);
  const same = (report.score ?? score) === score && (report.grade ?? grade) === grade;
  return {
    file,
    url: report.url,
    toolVersion: report.toolVersion,
    timestamp: report.timestamp,
    score,
    grade,
    ...(same ? {} : { recorded: { score: report.score ?? null, grade: report.grade ?? null } }),
    checks: report.tests.length,
  };
}

function notesOf(
  baseline: Named,
  current: Named,
  sides: { readonly baseline: DiffSide; readonly current: DiffSide },
): readonly string[] {
  const notes: string[] = [];
  for (const { file, report } of [baseline, current]) notes.push(...report.notes.map((note) => `${file}: ${note}`));
  for (const { file, recorded, score, grade } of [sides.baseline, sides.current]) {
    if (recorded === undefined) continue;
    notes.push(
      `${file} records grade ${recorded.grade ?? "(none)"}, ${recorded.score ?? "no score"}; its results are ` +
        `${grade}, ${score} by today's arithmetic (skips count nowhere).`,
    );
  }
  if (baseline.report.url !== current.report.url) {
    notes.push(`The reports are of two targets: ${baseline.report.url} and ${current.report.url}.`);
  }
  for (const { file, report } of [baseline, current]) {
    if (report.tests.every((test) => test.outcome === "skip")) notes.push(`${file}: no check in it measured anything.`);
  }
  return notes;
}
