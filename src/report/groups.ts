import type { Report, TestResult } from "../model/mod.ts";

/** The checks of a report, sorted by what a reader does with them. */
export interface Groups {
  readonly required: readonly TestResult[];
  readonly optional: readonly TestResult[];
  readonly advice: readonly TestResult[];
  readonly unknown: readonly Cause[];
  readonly skipped: readonly Cause[];
  readonly passed: readonly TestResult[];
}

/** Checks that share one reason. */
export interface Cause {
  readonly reason: string;
  readonly tests: readonly TestResult[];
}

export function groupsOf(report: Report): Groups {
  const failed = report.tests.filter((test) => test.outcome === "fail");
  const advice = failed.filter((test) => !test.required && test.basis === "advice");
  return {
    required: failed.filter((test) => test.required),
    optional: failed.filter((test) => !test.required && !advice.includes(test)),
    advice,
    unknown: causesOf(report.tests.filter((test) => test.outcome === "unknown")),
    skipped: causesOf(report.tests.filter((test) => test.outcome === "skip")),
    passed: report.tests.filter((test) => test.outcome === "pass"),
  };
}

/** Equal reasons are one cause; the one that stops most checks comes first. */
function causesOf(tests: readonly TestResult[]): readonly Cause[] {
  const byReason = new Map<string, TestResult[]>();
  for (const test of tests) {
    const reason = reasonOf(test);
    byReason.set(reason, [...(byReason.get(reason) ?? []), test]);
  }
  const causes = [...byReason].map(([reason, own]) => ({ reason, tests: own }));
  return causes.sort((one, other) => other.tests.length - one.tests.length);
}

export function testsOf(causes: readonly Cause[]): readonly TestResult[] {
  return causes.flatMap((cause) => cause.tests);
}

/** Why a check was skipped or not evaluable, without the word that says which. */
export function reasonOf(test: TestResult): string {
  return test.details.replace(/^(?:not evaluable|skipped):\s*/i, "");
}
