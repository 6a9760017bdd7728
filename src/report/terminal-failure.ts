import { cut } from "../model/cut.ts";
import type { Finding, TestResult } from "../model/mod.ts";
import { distinct, remaining } from "./distinct.ts";
import { escapeAscii, escapeTerminal } from "./escape.ts";
import { evidenceOf } from "./evidence.ts";
import { type Paint, pad, paintWith, wrapText } from "./layout.ts";
import { count, forceOf } from "./words.ts";

/** What the parts of the terminal report share. */
export interface Page {
  readonly paint: Paint;
  readonly width: number;
  readonly unicode: boolean;
  readonly verbose: boolean;
  /** Findings of one check that are shown without `verbose`; 3 where it does not say. */
  readonly findings?: number;
  /** Makes any text safe to print. */
  readonly safe: (text: string) => string;
  readonly more: string;
}

export function pageOf(look: {
  readonly color: boolean;
  readonly width: number;
  readonly unicode: boolean;
  readonly verbose: boolean;
}): Page {
  return {
    paint: paintWith(look.color),
    width: look.width,
    unicode: look.unicode,
    verbose: look.verbose,
    safe: look.unicode ? escapeTerminal : escapeAscii,
    more: look.unicode ? "…" : "...",
  };
}

const INDENT = 4;
const LABEL = 10;
/** Characters of one text, whatever a server put into it. */
const LONGEST = 4_000;
/** Characters of a text that are shown however narrow the page is. */
const LEAST = 64;
/** Findings of one check that are shown without --verbose. */
const FINDINGS = 3;

/** One failed check: what, each finding with its evidence, where it is written, and what to do. */
export function failureBlock(page: Page, test: TestResult, colour: (text: string) => string): readonly string[] {
  const { paint, safe } = page;
  const mark = page.unicode ? "✗" : "x";
  const lines = [`  ${colour(mark)} ${paint.bold(test.id)}  ${colour(forceOf(test))}`];
  lines.push(...wrapText(safe(test.title), page.width - INDENT).map((line) => " ".repeat(INDENT) + paint.dim(line)));
  const shown = page.verbose
    ? test.findings.map((finding) => ({ finding, alike: 0 }))
    : distinct(test.findings).slice(0, page.findings ?? FINDINGS);
  let before: Finding | undefined;
  for (const { finding, alike } of shown) {
    if (before !== undefined) lines.push("");
    lines.push(...findingLines(page, test, finding, before, colour));
    if (alike > 0) lines.push(" ".repeat(INDENT) + paint.dim(`and ${alike} more like this`));
    before = finding;
  }
  const rest = remaining(test.findings, shown);
  if (rest > 0) {
    const more = `${count(rest, "more finding")}: --verbose or --format json shows all`;
    lines.push(...wrapText(more, page.width - INDENT).map((line) => " ".repeat(INDENT) + paint.dim(line)));
  }
  if (shown.length > 1) lines.push("");
  for (const note of test.notes) lines.push(...labelled(page, "note", note.message));
  if (page.verbose && test.why !== "") lines.push(...labelled(page, "why", test.why));
  for (const clause of page.verbose ? test.clauses : test.clauses.slice(0, 1)) {
    lines.push(...labelled(page, "spec", clause, paint.cyan));
  }
  if (test.fix !== "") lines.push(...labelled(page, "fix", test.fix, paint.green));
  return lines;
}

function findingLines(
  page: Page,
  test: TestResult,
  finding: Finding,
  before: Finding | undefined,
  colour: (text: string) => string,
): readonly string[] {
  const message = wrapText(page.safe(cut(finding.message, LONGEST)), page.width - INDENT);
  // Two lines of each text tell what it is; a verbose report tells all of it that a person would read.
  const limit = page.verbose ? LONGEST : Math.max(LEAST, 2 * (page.width - INDENT - LABEL) - 28);
  const lines = message.map((line) => " ".repeat(INDENT) + colour(line));
  if (finding.expected !== undefined) lines.push(...labelled(page, "expected", cut(finding.expected, limit)));
  if (finding.actual !== undefined) lines.push(...labelled(page, "actual", cut(finding.actual, limit)));
  const exchange = test.evidence.find((one) => one.id === finding.at.exchange);
  if (exchange === undefined) return lines;
  const again = before?.at.exchange === finding.at.exchange;
  for (const { label, text } of evidenceOf(exchange, finding, { limit, all: page.verbose, again })) {
    lines.push(...labelled(page, label, text));
  }
  return lines;
}

function labelled(page: Page, label: string, text: string, paint = (line: string) => line): readonly string[] {
  const lines = wrapText(page.safe(cut(text, LONGEST)), page.width - INDENT - LABEL);
  return lines.map((line, at) => " ".repeat(INDENT) + page.paint.dim(pad(at === 0 ? label : "", LABEL)) + paint(line));
}
