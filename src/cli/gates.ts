import type { Grade, Report } from "../model/mod.ts";
import { escapeTerminal } from "../report/escape.ts";
import { reasonOf } from "../report/groups.ts";
import { GRADES } from "./defaults.ts";

export interface Gates {
  readonly strict: boolean;
  readonly minGrade: Grade | undefined;
}

export interface Judgement {
  readonly code: 0 | 1 | 3;
  /** Why the code is not 0; one sentence each. */
  readonly reasons: readonly string[];
}

/**
 * The exit code of a report. A server that never answered is 3 whatever the gates say. A run in which nothing was
 * measured passes no gate: it shows nothing.
 */
export function judgeGates(report: Report, gates: Gates): Judgement {
  if (!report.reached) return { code: 3, reasons: [`${report.url} never answered${whyNot(report)}.`] };
  const reasons: string[] = [];
  const measured = report.tests.some((test) => test.outcome !== "skip");
  const gated = gates.strict || gates.minGrade !== undefined;
  if (gated && !measured) reasons.push("No check measured anything, so no gate can pass.");
  if (gates.strict && measured) {
    const broken = report.tests.filter(
      (test) => test.required && (test.outcome === "fail" || test.outcome === "unknown"),
    );
    if (broken.length > 0) {
      const ids = broken.map((test) => (test.outcome === "unknown" ? `${test.id} (not evaluable)` : test.id));
      reasons.push(`--strict: required checks did not pass: ${ids.join(", ")}.`);
    }
  }
  if (gates.minGrade !== undefined && measured && GRADES.indexOf(report.grade) > GRADES.indexOf(gates.minGrade)) {
    reasons.push(`--min-grade: the grade is ${report.grade}, below ${gates.minGrade}.`);
  }
  return { code: reasons.length > 0 ? 1 : 0, reasons };
}

/** What the first check saw that needed an answer. */
function whyNot(report: Report): string {
  const first = report.tests.find((test) => test.required && (test.outcome === "fail" || test.outcome === "unknown"));
  if (first === undefined) return "";
  const why = first.outcome === "fail" ? first.details : reasonOf(first);
  return `: ${escapeTerminal(why.replace(/\s+/g, " "))}`;
}
