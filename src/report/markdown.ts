import { cut } from "../model/cut.ts";
import type { Report, TestResult } from "../model/mod.ts";
import { baselineLists, baselineSummary } from "./baseline.ts";
import { distinct, remaining } from "./distinct.ts";
import { disarmLines, escapeMarkdown, escapeTerminal, markdownCode } from "./escape.ts";
import { evidenceOf } from "./evidence.ts";
import { firstOf } from "./exchange.ts";
import { type Cause, groupsOf, testsOf } from "./groups.ts";
import { count, forceOf, headlineOf, summaryOf, transportName, warningsBesidesReason } from "./words.ts";

/**
 * Bytes of the whole text in UTF-8. A comment on GitHub takes 65536 characters; the rest is for what a workflow puts
 * around it, and for places that count bytes.
 */
const MOST = 60_000;
const FINDINGS = 3;
const WARNINGS = 10;
const MARKS = { good: "✅", mixed: "⚠️", bad: "❌" } as const;

/** A part of the text that is shown whole or not at all, so that no fence and no fold stays open. */
interface Item {
  readonly name: string;
  readonly text: string;
  /** What is shown where the whole has no room. */
  readonly short?: string;
}

interface Section {
  readonly heading?: string;
  readonly items: readonly Item[];
}

/** The report as GitHub Markdown that fits into a comment: what failed is open, exchanges and the rest unfold. */
export function markdownReport(report: Report): string {
  const groups = groupsOf(report);
  const headline = headlineOf(report);
  const top = [
    "<!-- mcp-compliance -->",
    `## MCP compliance: grade ${report.grade} (${report.score} of 100)`,
    `${MARKS[headline.tone]} **${headline.lines.join("; ")}.** ${summaryOf(report)}.`,
    facts(report),
    ...warnings(report),
    ...baseline(report),
  ];
  const sections = [
    failures("Required checks that failed", groups.required),
    failures("Optional checks that failed", groups.optional),
    failures("Advice", groups.advice),
    causes("Not evaluable: counted as not passed; no defect was seen either", groups.unknown, true),
    causes("Skipped: in no score", groups.skipped, false),
    categories(report),
  ];
  const end = `<sub>mcp-compliance ${saidShort(report.toolVersion)}, ${saidShort(report.timestamp)}</sub>`;
  const room = MOST - bytesOf([...top, end].join("\n\n")) - 4;
  return `${[...top, ...fitting(sections, room), end].join("\n\n")}\n`;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function saidShort(text: string): string {
  return escapeMarkdown(cut(text, 100));
}

/** Names of what was left out, and the bytes that the line about it may take. */
const NAMED = 60;
const LEFT_OUT = 6_000;

/** As much as fits into `room` bytes, most important first; what does not fit is named at the end. */
function fitting(sections: readonly Section[], room: number): readonly string[] {
  const shown: string[] = [];
  const left: string[] = [];
  let free = room - LEFT_OUT;
  const take = (parts: readonly string[]) => {
    const size = parts.reduce((sum, part) => sum + bytesOf(part) + 2, 0);
    if (size > free) return false;
    free -= size;
    shown.push(...parts);
    return true;
  };
  for (const { heading, items } of sections) {
    let before = heading === undefined ? [] : [heading];
    for (const { name, text, short } of items) {
      const fits = take([...before, text]) || (short !== undefined && take([...before, short]));
      if (fits) before = [];
      else left.push(name);
    }
  }
  if (left.length === 0) return shown;
  const names = left.slice(0, NAMED).map(markdownCode).join(", ");
  const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : "";
  return [
    ...shown,
    `_Left out, as a comment holds no more:_ ${names}${more}. _The JSON and the HTML report have all._`,
  ];
}

/** Known failures that are told of; a comment is no place for all of them. */
const LISTED = 30;

/** What the run says about a list of known failures: open where it fails the run. */
function baseline(report: Report): readonly string[] {
  if (report.baseline === undefined) return [];
  const lists = baselineLists(report.baseline);
  const blocks = lists.map(({ title, items }) => {
    const told = items.slice(0, LISTED).map(({ ids, text }) => {
      const names = ids.slice(0, LISTED).map((id) => markdownCode(cut(id, 100)));
      const rest = ids.length > LISTED ? ` and ${ids.length - LISTED} more` : "";
      return `- ${names.join(", ")}${rest}: ${escapeMarkdown(cut(text, 200))}`;
    });
    const more = items.length > LISTED ? [`- and ${items.length - LISTED} more`] : [];
    return `${escapeMarkdown(title)}:\n\n${[...told, ...more].join("\n")}`;
  });
  const bad = lists.some((list) => list.tone === "bad");
  const file = markdownCode(cut(report.baseline.file, 200));
  const head = `${bad ? "❌" : "☑️"} **Baseline** ${file}: ${baselineSummary(report.baseline)}.`;
  if (bad || blocks.length === 0) return [head, ...blocks];
  return [head, `<details><summary>Known failures</summary>\n\n${blocks.join("\n\n")}\n\n</details>`];
}

function facts(report: Report): string {
  const { name, version, protocolVersion } = report.serverInfo;
  const server = [name, version].filter((part) => part !== null).join(" ");
  const negotiated =
    protocolVersion === null || protocolVersion === report.specVersion ? "" : `, negotiated ${protocolVersion}`;
  const rows = [
    ["Server", escapeMarkdown(cut(server === "" ? "it did not say its name" : server, 200))],
    ["Target", `${markdownCode(cut(report.url, 400)).replaceAll("|", "\\|")} (${transportName(report)})`],
    ["Revision", escapeMarkdown(cut(`${report.specVersion}${negotiated}; ${report.chosen}`, 600))],
  ];
  const lines = rows.map(([label, text]) => `| ${label} | ${text} |`);
  return ["| | |", "|---|---|", ...lines].join("\n");
}

function warnings(report: Report): readonly string[] {
  const lines = firstOf(warningsBesidesReason(report), WARNINGS, "warnings").map(
    (one) => `> ⚠️ ${escapeMarkdown(cut(one, 300))}`,
  );
  return lines.length === 0 ? [] : [lines.join("\n>\n")];
}

function failures(title: string, tests: readonly TestResult[]): Section {
  const items = tests.map((test) => ({ name: test.id, text: failure(test), short: shortFailure(test) }));
  return { heading: `### ${title} (${tests.length})`, items };
}

function nameOf(test: TestResult): string {
  return `**${markdownCode(test.id)}** (${forceOf(test)}): ${escapeMarkdown(cut(test.title, 300))}`;
}

function shortFailure(test: TestResult): string {
  const [first] = test.findings;
  const told = first === undefined ? [] : [`- ${escapeMarkdown(cut(first.message, 300))}`];
  const rest = test.findings.length - told.length;
  return [nameOf(test), ...told, ...(rest > 0 ? [`- and ${count(rest, "more finding")}`] : [])].join("\n\n");
}

function failure(test: TestResult): string {
  const shown = distinct(test.findings).slice(0, FINDINGS);
  const rest = remaining(test.findings, shown);
  const parts = shown.map(({ finding, alike }, at) => {
    const told = [escapeMarkdown(cut(finding.message, 1_000))];
    if (finding.expected !== undefined) told.push(`expected: ${markdownCode(cut(finding.expected, 300))}`);
    if (finding.actual !== undefined) told.push(`actual: ${markdownCode(cut(finding.actual, 300))}`);
    if (alike > 0) told.push(`and ${alike} more like this`);
    // A backslash at the end of a line breaks it.
    const lines = [`- ${told.join("\\\n  ")}`];
    const exchange = test.evidence.find((one) => one.id === finding.at.exchange);
    const again = shown[at - 1]?.finding.at.exchange === finding.at.exchange;
    const evidence = exchange === undefined ? [] : evidenceOf(exchange, finding, { limit: 300, all: false, again });
    const said = firstOf(
      evidence.map((line) => `${line.label.padEnd(5)}${line.text}`),
      EVIDENCE,
      "lines",
    );
    if (said.length > 0)
      lines.push("", `  <details><summary>Exchange</summary>`, "", ...fence(said), "", "  </details>");
    return lines.join("\n");
  });
  const link = test.clauses[0];
  const spec = link === undefined ? "" : ` [Specification](${plainLink(link)})`;
  return [
    nameOf(test),
    ...parts,
    ...(rest > 0 ? [`- and ${count(rest, "more finding")}`] : []),
    `**Fix:** ${escapeMarkdown(cut(test.fix, 1_000))}${spec}`,
  ].join("\n\n");
}

/** Lines of one exchange. */
const EVIDENCE = 30;

/** An address without what would end the link early. */
function plainLink(link: string): string {
  return escapeTerminal(link).replace(/[()\s<>\\]/g, "");
}

/** A fenced block inside of a list item; the fence is longer than any in it. */
function fence(lines: readonly string[]): readonly string[] {
  const safe = lines.map((line) => disarmLines(escapeTerminal(line)));
  const longest = Math.max(2, ...safe.flatMap((line) => (line.match(/`+/g) ?? []).map((run) => run.length)));
  const mark = "`".repeat(longest + 1);
  return [`  ${mark}text`, ...safe.map((line) => `  ${line}`), `  ${mark}`];
}

function causes(title: string, groups: readonly Cause[], open: boolean): Section {
  const items = groups.map(({ reason, tests }) => {
    const ids = tests.map((test) => `${markdownCode(test.id)}${open && test.required ? " (required)" : ""}`).join(", ");
    const text = `- **${count(tests.length, "check")}**: ${escapeMarkdown(cut(reason, 600))}: ${ids}`;
    return { name: tests[0]?.id ?? "", text };
  });
  const n = testsOf(groups).length;
  if (open) return { heading: `### ${title} (${n})`, items };
  const list = items.map(({ text }) => text).join("\n");
  return folded(`${title} (${n})`, n === 0 ? "" : list);
}

function folded(title: string, text: string): Section {
  if (text === "") return { items: [] };
  const whole = `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;
  return { items: [{ name: title, text: whole }] };
}

function categories(report: Report): Section {
  const rows = Object.entries(report.categories).map(
    ([name, { passed, total, skipped }]) =>
      `| ${escapeMarkdown(name)} | ${passed - skipped} | ${total - skipped} | ${skipped} |`,
  );
  const table = ["| category | passed | measured | skipped |", "|---|---:|---:|---:|", ...rows].join("\n");
  return folded("Categories", rows.length === 0 ? "" : table);
}
