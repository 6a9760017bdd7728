import type { Grade, Summary, TestResult } from "../model/report.ts";
import { CATEGORIES } from "../model/rule.ts";

/** The share of required checks in the score, the optional ones have the rest. */
const REQUIRED_SHARE = 0.7;

/** Lowest score of each grade. */
const GRADES: readonly (readonly [number, Grade])[] = [
  [90, "A"],
  [75, "B"],
  [60, "C"],
  [40, "D"],
  [0, "F"],
];

type Graded = Pick<TestResult, "required" | "outcome" | "category">;
/** What the score needs of a result. */
type Scored = Pick<TestResult, "required" | "outcome">;

/**
 * 0 to 100, with one decimal. Skips count nowhere; unknown counts as not passed; a pool (required, optional) in which
 * nothing was measured gives its share to the other; nothing measured at all is 0.
 */
export function scoreOf(results: readonly Scored[]): number {
  const measured = results.filter((one) => one.outcome !== "skip");
  const required = share(measured.filter((one) => one.required));
  const optional = share(measured.filter((one) => !one.required));
  if (required === undefined && optional === undefined) return 0;
  if (required === undefined) return round((optional ?? 0) * 100);
  if (optional === undefined) return round(required * 100);
  return round((required * REQUIRED_SHARE + optional * (1 - REQUIRED_SHARE)) * 100);
}

function share(results: readonly Scored[]): number | undefined {
  return results.length === 0 ? undefined : results.filter((one) => one.outcome === "pass").length / results.length;
}

/** Down, so that 89.99 is no 90 and only a clean run is 100. */
function round(value: number): number {
  return Math.floor(value * 10 + 1e-9) / 10;
}

export function gradeOf(score: number): Grade {
  return GRADES.find(([least]) => score >= least)?.[1] ?? "F";
}

/** True when `grade` is `least` or better. */
export function reaches(grade: Grade, least: Grade): boolean {
  return grade <= least;
}

/** Counts. A skip counts as passed here and in no score, as report readers of this format expect. */
export function summarize(results: readonly Graded[]): Summary {
  const count = (test: (one: Graded) => boolean): number => results.filter(test).length;
  return {
    total: results.length,
    passed: count((one) => one.outcome === "pass" || one.outcome === "skip"),
    failed: count((one) => one.outcome === "fail" || one.outcome === "unknown"),
    unknown: count((one) => one.outcome === "unknown"),
    required: count((one) => one.required),
    requiredPassed: count((one) => one.required && (one.outcome === "pass" || one.outcome === "skip")),
    skipped: count((one) => one.outcome === "skip"),
  };
}

export function categoriesOf(results: readonly Graded[]): {
  readonly [name: string]: { readonly passed: number; readonly total: number; readonly skipped: number };
} {
  return Object.fromEntries(
    CATEGORIES.flatMap((category) => {
      const own = results.filter((one) => one.category === category);
      if (own.length === 0) return [];
      const { passed, total, skipped } = summarize(own);
      return [[category, { passed, total, skipped }]];
    }),
  );
}

export function overallOf(results: readonly Graded[]): "pass" | "partial" | "fail" {
  const bad = results.filter((one) => one.outcome === "fail" || one.outcome === "unknown");
  if (results.every((one) => one.outcome === "skip")) return "fail";
  if (bad.length === 0) return "pass";
  return bad.some((one) => one.required) ? "fail" : "partial";
}
