import type { Report, TestResult } from "../model/mod.ts";
import { groupsOf, reasonOf, testsOf } from "./groups.ts";

const NOT_EVALUABLE = "Not evaluable: ";
const SKIPPED = "Skipped: ";

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

export function transportName(report: Report): string {
  return report.transport === "http" ? "HTTP" : "stdio";
}

/** Said beside the title of the advice. */
export const ADVICE_REMARK = "not asked for by the specification; harm was seen";

/** For reports that show the revision's reason under its own name. */
export function warningsBesidesReason(report: Report): readonly string[] {
  return report.warnings.filter(
    (warning) => !/^Spec version (?:auto-detected as|could not be determined) /.test(warning),
  );
}

export interface Headline {
  readonly tone: "good" | "mixed" | "bad";
  /** The first is the main thing to know. */
  readonly lines: readonly string[];
}

/** What the grade alone does not say: which checks stand behind it. */
export function headlineOf(report: Report): Headline {
  const groups = groupsOf(report);
  const unknown = testsOf(groups.unknown);
  if (report.tests.length === 0) return { tone: "bad", lines: ["No tests ran -- check --only/--skip"] };
  if (!report.reached) return { tone: "bad", lines: ["The server never answered: the grade says nothing about it"] };
  const measured = report.tests.length - testsOf(groups.skipped).length;
  if (measured === 0) return { tone: "bad", lines: ["No test measured anything: all were skipped"] };

  const asked = report.tests.some((test) => test.required && test.outcome !== "skip");
  const blind = unknown.filter((test) => test.required).length;
  const first =
    groups.required.length > 0
      ? `${count(groups.required.length, "required check")} failed`
      : blind > 0
        ? "No required check failed, but not all could be evaluated"
        : measured === groups.passed.length
          ? `${measured === 1 ? "The one check that applies" : `All ${measured} checks that apply`} passed`
          : asked
            ? "All required checks passed"
            : "No required check was measured";
  const more = [
    groups.optional.length > 0 ? `${count(groups.optional.length, "optional check")} failed` : "",
    groups.advice.length > 0 ? `${count(groups.advice.length, "advisory check")} failed` : "",
    unknown.length > 0 ? `${unknown.length} not evaluable` : "",
  ].filter((text) => text !== "");
  const tone = groups.required.length > 0 ? "bad" : measured === groups.passed.length ? "good" : "mixed";
  return { tone, lines: more.length === 0 ? [first] : [first, more.join(", ")] };
}

/** The counts in one sentence. A skip is in none of passed and failed here. */
export function summaryOf(report: Report): string {
  const groups = groupsOf(report);
  const failed = groups.required.length + groups.optional.length + groups.advice.length;
  const parts = [
    `${groups.passed.length} passed`,
    `${failed} failed${failed > 0 ? ` (${groups.required.length} required)` : ""}`,
    `${testsOf(groups.unknown).length} not evaluable`,
    `${testsOf(groups.skipped).length} skipped`,
  ];
  return `${count(report.tests.length, "check")}: ${parts.join(", ")}`;
}
