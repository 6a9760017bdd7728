import { cut } from "../model/cut.ts";
import type { Report, TestResult } from "../model/mod.ts";
import { baselineLine } from "./baseline.ts";
import { distinct, remaining } from "./distinct.ts";
import { escapeCommand, escapeCommandProperty } from "./escape.ts";
import { firstOf } from "./exchange.ts";
import { type Cause, groupsOf } from "./groups.ts";
import { forceOf, headlineOf, summaryOf } from "./words.ts";

/**
 * Workflow commands of GitHub Actions: an error for each required failure, a warning for each optional one and each
 * warning, a notice for the grade. What was not evaluable is told once for each cause. GitHub shows ten annotations
 * of each kind in a step, so what matters most comes first.
 */
export function githubReport(report: Report): string {
  const groups = groupsOf(report);
  const blind = groups.unknown.filter((cause) => cause.tests.some((test) => test.required));
  const unclear = groups.unknown.filter((cause) => !blind.includes(cause));
  const headline = headlineOf(report).lines.join("; ");
  const lines = [
    ...groups.required.map((test) => command("error", titleOf(test), textOf(test))),
    ...blind.map((cause) => command("error", "MCP not evaluable", causeText(cause))),
    ...firstOf(report.warnings, WARNINGS, "warnings").map((one) => command("warning", "MCP compliance", one)),
    ...groups.optional.map((test) => command("warning", titleOf(test), textOf(test))),
    ...unclear.map((cause) => command("warning", "MCP not evaluable", causeText(cause))),
    ...groups.advice.map((test) => command("warning", titleOf(test), textOf(test))),
    ...baselineLines(report),
    command(
      "notice",
      "MCP compliance",
      `Grade ${report.grade} (${report.score} of 100) for MCP ${report.specVersion}. ${headline}. ${summaryOf(report)}.`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** Characters that GitHub keeps of a title: 255; and of a message far fewer than a server may send. */
const TITLE = 200;
const TEXT = 4_000;
const WARNINGS = 30;

function command(kind: "error" | "warning" | "notice", title: string, text: string): string {
  return `::${kind} title=${escapeCommandProperty(cut(title, TITLE))}::${escapeCommand(cut(text, TEXT))}`;
}

/** One line for the list of known failures: an error where it fails the run. */
function baselineLines({ baseline }: Report): readonly string[] {
  if (baseline === undefined) return [];
  const bad = baseline.fresh.length + baseline.stale.length > 0;
  return [command(bad ? "error" : "notice", "MCP baseline", baselineLine(baseline))];
}

function titleOf(test: TestResult): string {
  return `MCP ${test.id} (${forceOf(test)})`;
}

/** Findings of one check that are told; an annotation is no place for all of them. */
const FINDINGS = 3;

function textOf(test: TestResult): string {
  const shown = distinct(test.findings).slice(0, FINDINGS);
  const told = shown.map(({ finding, alike }) => {
    const parts = [
      finding.message,
      finding.expected === undefined ? "" : `expected: ${finding.expected}`,
      finding.actual === undefined ? "" : `actual: ${finding.actual}`,
      alike === 0 ? "" : `and ${alike} more like this`,
    ];
    return parts.flatMap((part) => (part === "" ? [] : [cut(part, 400).replaceAll("\n", " ")])).join("\n");
  });
  const rest = remaining(test.findings, shown);
  const more = rest > 0 ? [`and ${rest} more`] : [];
  return [...told, ...more, `Fix: ${test.fix}`, ...test.clauses.slice(0, 1)].join("\n");
}

function causeText(cause: Cause): string {
  const ids = cause.tests.map((test) => test.id + (test.required ? " (required)" : "")).join(", ");
  return `${cut(cause.reason, 600).replaceAll("\n", " ")}\nChecks: ${ids}`;
}
