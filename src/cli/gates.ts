import type { BaselineOutcome, Grade, Report } from "../model/mod.ts";
import { escapeTerminal } from "../report/escape.ts";
import { reasonOf } from "../report/groups.ts";
import { GRADES } from "./defaults.ts";

export interface Gates {
  readonly strict: boolean;
  readonly minGrade: Grade | undefined;
  /** The file of known failures. */
  readonly baseline?: string | undefined;
}

export interface Judgement {
  readonly code: 0 | 1 | 3;
  /** Why the code is not 0; one sentence each. */
  readonly reasons: readonly string[];
}

/**
 * The exit code of a report. A server that never answered is 3 whatever the gates say. A run in which nothing was
 * measured passes no gate: it shows nothing. Known failures are no matter of --strict; the grade counts them as ever.
 */
export function judgeGates(report: Report, gates: Gates): Judgement {
  if (!report.reached) return { code: 3, reasons: [`${report.url} never answered${whyNot(report)}.`] };
  const reasons: string[] = [];
  const measured = report.tests.some((test) => test.outcome !== "skip");
  const gated = gates.strict || gates.minGrade !== undefined || gates.baseline !== undefined;
  const known = new Set(report.baseline?.known.map((one) => one.id));
  if (gated && !measured) reasons.push("No check measured anything, so no gate can pass.");
  if (gates.strict && measured) {
    const broken = report.tests.filter(
      (test) => test.required && (test.outcome === "fail" || test.outcome === "unknown") && !known.has(test.id),
    );
    if (broken.length > 0) {
      const ids = broken.map((test) => (test.outcome === "unknown" ? `${test.id} (not evaluable)` : test.id));
      reasons.push(`--strict: required checks did not pass: ${ids.join(", ")}.`);
    }
  }
  if (gates.minGrade !== undefined && measured && GRADES.indexOf(report.grade) > GRADES.indexOf(gates.minGrade)) {
    const counted = known.size > 0 ? " Known failures count in the grade." : "";
    reasons.push(`--min-grade: the grade is ${report.grade}, below ${gates.minGrade}.${counted}`);
  }
  if (report.baseline !== undefined) reasons.push(...baselineReasons(report.baseline));
  return { code: reasons.length > 0 ? 1 : 0, reasons };
}

function baselineReasons({ file, fresh, stale }: BaselineOutcome): readonly string[] {
  const reasons: string[] = [];
  if (fresh.length > 0) {
    const ids = fresh.map((one) => (one.outcome === "unknown" ? `${one.id} (not evaluable)` : one.id));
    reasons.push(`--baseline: checks did not pass that ${file} does not list: ${ids.join(", ")}.`);
  }
  if (stale.length > 0) {
    const which = stale.map((one) => `${one.id} (${one.why})`).join(", ");
    reasons.push(`--baseline: stale in ${file}: ${which}. Take it off the list, or run with --update-baseline.`);
  }
  return reasons;
}

/** What the first check saw that needed an answer. */
function whyNot(report: Report): string {
  const first = report.tests.find((test) => test.required && (test.outcome === "fail" || test.outcome === "unknown"));
  if (first === undefined) return "";
  const why = first.outcome === "fail" ? first.details : reasonOf(first);
  return `: ${escapeTerminal(why.replace(/\s+/g, " "))}`;
}
