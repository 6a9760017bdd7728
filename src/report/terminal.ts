import type { BaselineOutcome } from "../model/baseline.ts";
import { cut } from "../model/cut.ts";
import type { Grade, Report } from "../model/mod.ts";
import { baselineLists, baselineSummary, NOT_IN_RUN } from "./baseline.ts";
import { disarmLines } from "./escape.ts";
import { type Cause, groupsOf, testsOf } from "./groups.ts";
import { type Paint, pad, wrapText } from "./layout.ts";
import { failureBlock, type Page, pageOf } from "./terminal-failure.ts";
import { ADVICE_REMARK, count, headlineOf, summaryOf, transportName, warningsBesidesReason } from "./words.ts";

export interface Look {
  readonly color: boolean;
  /** Columns. */
  readonly width: number;
  /** False: ASCII only. */
  readonly unicode: boolean;
  /** Every finding, whole exchanges, the reasons and the notes. */
  readonly verbose: boolean;
}

/** Characters of one text, whatever a server put into it. */
const LONGEST = 1_000;
/** Fewer columns than these are no column of text. */
const NARROW = 16;

/** The report for people, on a terminal. Ends in a newline; nothing that a server said acts on the terminal. */
export function terminalReport(report: Report, look: Look): string {
  const page = pageOf(look);
  const groups = groupsOf(report);
  const { paint } = page;
  // Of a server that never answered, the lists would say one thing a hundred times.
  const seen = report.reached || look.verbose || report.tests.length === 0;
  const sections: readonly (readonly string[])[] = [
    banner(report, page),
    facts(report, page),
    warnings(report, page),
    failures(page, `Required checks that failed (${groups.required.length})`, groups.required, paint.red),
    failures(page, `Optional checks that failed (${groups.optional.length})`, groups.optional, paint.yellow),
    failures(page, `Advice (${groups.advice.length})`, groups.advice, paint.blue),
    causes(page, "Not evaluable", "counted as not passed; no defect was seen either", groups.unknown, true, seen),
    seen ? causes(page, "Skipped", "in no score", groups.skipped, false, true) : [],
    look.verbose ? notes(report, page) : [],
    seen ? categories(report, page) : [],
    report.baseline === undefined ? [] : baseline(report.baseline, page),
    summary(report, page),
  ];
  const text = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.trimEnd()).join("\n"));
  return disarmLines(`\n${text.join("\n\n")}\n`);
}

const LETTERS: { readonly [G in Grade]: readonly [string, string, string] } = {
  A: ["▄▀▀▄", "█▄▄█", "█  █"],
  B: ["█▀▀▄", "█▀▀▄", "█▄▄▀"],
  C: ["▄▀▀▀", "█   ", "▀▄▄▄"],
  D: ["█▀▀▄", "█  █", "█▄▄▀"],
  F: ["█▀▀▀", "█▀▀ ", "█   "],
};

function banner(report: Report, page: Page): readonly string[] {
  const { paint } = page;
  const colour = gradeColour(report.grade, paint);
  const letter = page.unicode ? LETTERS[report.grade] : (["+---+", `| ${report.grade} |`, "+---+"] as const);
  const headline = headlineOf(report);
  const tone = { good: paint.green, mixed: paint.yellow, bad: paint.red }[headline.tone];
  const wrap = (text: string) => wrapText(text, page.width - letter[0].length - 5);
  const [first = "", ...rest] = headline.lines;
  const beside = [
    `${paint.bold(`Grade ${report.grade}`)}   ${paint.bold(String(report.score))} of 100`,
    ...wrap(first).map((line) => paint.bold(tone(line))),
    ...rest.flatMap(wrap),
  ];
  const rows = Array.from({ length: Math.max(letter.length, beside.length) }, (_, at) => at);
  const blank = " ".repeat(letter[0].length);
  return rows.map((at) => {
    const part = letter[at];
    return `  ${part === undefined ? blank : paint.bold(colour(part))}   ${beside[at] ?? ""}`;
  });
}

function gradeColour(grade: Grade, paint: Paint): (text: string) => string {
  if (grade === "A" || grade === "B") return paint.green;
  return grade === "F" ? paint.red : paint.yellow;
}

function facts(report: Report, page: Page): readonly string[] {
  const { serverInfo } = report;
  const name = [serverInfo.name, serverInfo.version].filter((part) => part !== null).join(" ");
  const negotiated =
    serverInfo.protocolVersion === null || serverInfo.protocolVersion === report.specVersion
      ? ""
      : `, the server negotiated ${serverInfo.protocolVersion}`;
  // An empty list may also be one that nobody asked for, so nothing is said of it.
  const offers = [
    [report.toolNames.length, "tool"],
    [report.resourceNames.length, "resource"],
    [report.promptNames.length, "prompt"],
  ] as const;
  const offered = offers.flatMap(([n, what]) => (n === 0 ? [] : [count(n, what)])).join(", ");
  const rows: readonly (readonly [string, string])[] = [
    ["Server", name === "" ? "it did not say its name" : name],
    ["Target", `${report.url} (${transportName(report)})`],
    ["Revision", `${report.specVersion}${negotiated}`],
    ["", report.chosen],
    ["Offers", offered],
  ];
  return rows.filter(([, text]) => text !== "").flatMap(([label, text]) => row(page, 2, label, 10, text));
}

/** A label and its text in two columns, or one below the other where the second would be too narrow to read. */
function row(page: Page, indent: number, label: string, column: number, text: string): readonly string[] {
  const room = page.width - indent - column;
  if (room < NARROW && column > NARROW) {
    const below = wrapText(page.safe(cut(text, LONGEST)), page.width - indent - 2);
    return [" ".repeat(indent) + page.paint.dim(label), ...below.map((line) => " ".repeat(indent + 2) + line)];
  }
  const lines = wrapText(page.safe(cut(text, LONGEST)), room);
  return lines.map((line, at) => " ".repeat(indent) + page.paint.dim(pad(at === 0 ? label : "", column)) + line);
}

function warnings(report: Report, page: Page): readonly string[] {
  return warningsBesidesReason(report).flatMap((warning) =>
    wrapText(page.safe(cut(warning, LONGEST)), page.width - 4).map(
      (line, at) => `  ${page.paint.yellow(at === 0 ? "! " : "  ")}${page.paint.yellow(line)}`,
    ),
  );
}

/** A title with a rule to the edge; the remark gives way where there is no room for it. */
function heading(page: Page, text: string, remark: string, colour: (text: string) => string): string {
  const { paint } = page;
  const room = page.width - text.length - 7;
  const said = remark === "" || remark.length + 2 > room ? "" : `${paint.dim(remark)}  `;
  const rule = (page.unicode ? "─" : "-").repeat(Math.max(3, said === "" ? room + 3 : room + 1 - remark.length));
  return `  ${paint.bold(colour(text))}  ${said}${paint.dim(rule)}`;
}

function failures(
  page: Page,
  title: string,
  tests: Report["tests"],
  colour: (text: string) => string,
): readonly string[] {
  if (tests.length === 0) return [];
  const remark = title.startsWith("Advice") ? ADVICE_REMARK : "";
  return [heading(page, title, remark, colour), ...tests.flatMap((test) => ["", ...failureBlock(page, test, colour)])];
}

function causes(
  page: Page,
  title: string,
  remark: string,
  groups: readonly Cause[],
  prominent: boolean,
  ids: boolean,
): readonly string[] {
  if (groups.length === 0) return [];
  const { paint } = page;
  const lines = [heading(page, `${title} (${testsOf(groups).length})`, remark, prominent ? paint.yellow : paint.bold)];
  const countOf = (n: number) => (prominent ? count(n, "check") : String(n));
  const column = countOf(groups[0]?.tests.length ?? 0).length + 2;
  for (const { reason, tests } of groups) {
    if (prominent) lines.push("");
    const why = row(page, 2, countOf(tests.length), column, reason);
    lines.push(...why);
    if (!ids) continue;
    const listed = tests.map((test) => test.id + (prominent && test.required ? "*" : "")).join(", ");
    for (const line of wrapText(listed, page.width - column - 2)) lines.push(" ".repeat(column + 2) + paint.dim(line));
  }
  const starred = prominent && ids && testsOf(groups).some((test) => test.required);
  return starred ? [...lines, "", `  ${paint.dim("* required")}`] : lines;
}

function notes(report: Report, page: Page): readonly string[] {
  const noted = report.tests.filter((test) => test.outcome === "pass" && test.notes.length > 0);
  if (noted.length === 0) return [];
  const lines = [heading(page, "Notes", "on checks that passed", page.paint.bold)];
  for (const test of noted) {
    for (const note of test.notes) lines.push(...row(page, 2, test.id, Math.max(test.id.length + 2, 24), note.message));
  }
  return lines;
}

function categories(report: Report, page: Page): readonly string[] {
  const entries = Object.entries(report.categories);
  if (entries.length === 0) return [];
  const { paint } = page;
  const size = page.width >= 100 ? 30 : page.width >= 70 ? 20 : 12;
  const [full, empty] = page.unicode ? ["█", "░"] : ["#", "."];
  const lines = [heading(page, "Categories", "", paint.bold)];
  for (const [name, { passed, total, skipped }] of entries) {
    const measured = total - skipped;
    const good = passed - skipped;
    // Never full while anything failed, never empty while anything passed.
    const share = measured === 0 ? 0 : good / measured;
    const filled = share === 1 ? size : Math.min(size - 1, Math.max(good > 0 ? 1 : 0, Math.round(share * size)));
    const colour = measured === 0 ? paint.dim : share === 1 ? paint.green : share >= 0.6 ? paint.yellow : paint.red;
    const bar = colour(full.repeat(filled)) + paint.dim(empty.repeat(size - filled));
    const left = skipped === 0 ? "" : paint.dim(`, ${skipped} skipped`);
    const text =
      measured === 0 ? paint.dim(`nothing measured, ${skipped} skipped`) : `${good} of ${measured} passed${left}`;
    lines.push(
      page.width < 60 ? `  ${pad(page.safe(name), 10)}${text}` : `  ${pad(page.safe(name), 11)} ${bar}  ${text}`,
    );
  }
  return lines;
}

/** What the run says about a list of known failures. */
function baseline(outcome: BaselineOutcome, page: Page): readonly string[] {
  const { paint, safe } = page;
  const lists = baselineLists(outcome);
  const bad = lists.some((list) => list.tone === "bad");
  const lines = [heading(page, "Baseline", safe(cut(outcome.file, 60)), bad ? paint.red : paint.bold)];
  for (const { title, tone, items } of lists) {
    lines.push("", `  ${tone === "bad" ? paint.red(title) : title}`);
    for (const { ids, text } of items) {
      const [id = ""] = ids;
      if (ids.length === 1 && text !== "") {
        lines.push(...row(page, 4, safe(id), Math.min(40, id.length + 2), text));
        continue;
      }
      const number = String(ids.length);
      lines.push(...row(page, 4, number, number.length + 2, text));
      // What was left out of the run by its own filters need not be told check by check.
      if (text === NOT_IN_RUN && !page.verbose) continue;
      const column = number.length + 6;
      const listed = wrapText(safe(ids.join(", ")), page.width - column);
      lines.push(...listed.map((line) => " ".repeat(column) + paint.dim(line)));
    }
  }
  const elsewhere =
    outcome.elsewhere === 0 ? "" : ` ${count(outcome.elsewhere, "entry", "entries")} of another revision or transport.`;
  return [
    ...lines,
    ...(lists.length > 0 ? [""] : []),
    ...wrapText(`${baselineSummary(outcome)}.${elsewhere}`, page.width - 2).map((one) => `  ${one}`),
  ];
}

function summary(report: Report, page: Page): readonly string[] {
  const hidden = page.verbose
    ? 0
    : report.tests.filter((test) => test.outcome === "pass" && test.notes.length > 0).length;
  const line = `${summaryOf(report)}.`;
  const noted =
    hidden === 0 ? "" : ` ${count(hidden, "note")} on passed checks: --verbose shows ${hidden === 1 ? "it" : "them"}.`;
  const lines = wrapText(line + noted, page.width - 2).map((text) => `  ${page.paint.bold(text)}`);
  const open = report.reached && report.tests.some((test) => test.outcome === "fail" || test.outcome === "unknown");
  const next = "mcp-compliance explain <id> says what a check asks, how it judges and how to mend a failure.";
  return open ? [...lines, ...wrapText(next, page.width - 2).map((text) => `  ${page.paint.dim(text)}`)] : lines;
}
