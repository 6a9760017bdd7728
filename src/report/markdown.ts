import { cut } from "../model/cut.ts";
import type { Report, TestResult } from "../model/mod.ts";
import { disarmLines, escapeMarkdown, escapeTerminal, markdownCode } from "./escape.ts";
import { evidenceOf } from "./evidence.ts";
import { type Cause, groupsOf, testsOf } from "./groups.ts";
import { count, forceOf, headlineOf, summaryOf, transportName } from "./words.ts";

/** Characters that a comment on GitHub takes: 65536. The rest is for what stands around it. */
const COMMENT = 60_000;
const FINDINGS = 3;
const MARKS = { good: "✅", mixed: "⚠️", bad: "❌" } as const;

/** The report as GitHub Markdown that fits into a comment: what failed is open, the rest can be unfolded. */
export function markdownReport(report: Report): string {
  const groups = groupsOf(report);
  const headline = headlineOf(report);
  const top = [
    "<!-- mcp-compliance -->",
    `## MCP compliance: grade ${report.grade} (${report.score} of 100)`,
    `${MARKS[headline.tone]} **${headline.lines.join("; ")}.** ${summaryOf(report)}.`,
    facts(report),
    ...warnings(report),
  ];
  const blocks = [
    ...section("Required checks that failed", groups.required),
    ...section("Optional checks that failed", groups.optional),
    ...section("Advice", groups.advice),
    ...causes("Not evaluable: counted as not passed; no defect was seen either", groups.unknown, true),
    ...causes("Skipped: in no score", groups.skipped, false),
    ...categories(report),
  ];
  const end = `<sub>mcp-compliance ${escapeMarkdown(report.toolVersion)}, ${escapeMarkdown(report.timestamp)}</sub>`;
  return `${[...top, ...fitting(blocks, COMMENT - top.join("\n\n").length), end].join("\n\n")}\n`;
}

/** As many blocks as fit; each is whole, so that no fence and no fold stays open. */
function fitting(blocks: readonly string[], room: number): readonly string[] {
  const shown: string[] = [];
  let used = 0;
  for (const block of blocks) {
    if (used + block.length > room) continue;
    used += block.length + 2;
    shown.push(block);
  }
  const left = blocks.length - shown.length;
  return left === 0 ? shown : [...shown, `_${count(left, "more part")} did not fit into a comment._`];
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
  const lines = report.warnings.map((warning) => `> ⚠️ ${escapeMarkdown(cut(warning, 1_000))}`);
  return lines.length === 0 ? [] : [lines.join("\n>\n")];
}

function section(title: string, tests: readonly TestResult[]): readonly string[] {
  return tests.length === 0 ? [] : [`### ${title} (${tests.length})`, ...tests.map(failure)];
}

function failure(test: TestResult): string {
  const shown = test.findings.slice(0, FINDINGS);
  const rest = test.findings.length - shown.length;
  const parts = shown.map((finding, at) => {
    const told = [escapeMarkdown(cut(finding.message, 1_000))];
    if (finding.expected !== undefined) told.push(`expected: ${markdownCode(cut(finding.expected, 300))}`);
    if (finding.actual !== undefined) told.push(`actual: ${markdownCode(cut(finding.actual, 300))}`);
    // A backslash at the end of a line breaks it.
    const lines = [`- ${told.join("\\\n  ")}`];
    const exchange = test.evidence.find((one) => one.id === finding.at.exchange);
    const again = shown[at - 1]?.at.exchange === finding.at.exchange;
    const evidence = exchange === undefined ? [] : evidenceOf(exchange, finding, { limit: 300, all: false, again });
    if (evidence.length > 0) lines.push("", ...fence(evidence.map((line) => `${line.label.padEnd(5)}${line.text}`)));
    return lines.join("\n");
  });
  const link = test.clauses[0];
  const spec = link === undefined ? "" : ` [Specification](${plainLink(link)})`;
  return [
    `**${markdownCode(test.id)}** (${forceOf(test)}): ${escapeMarkdown(test.title)}`,
    ...parts,
    ...(rest > 0 ? [`- and ${count(rest, "more finding")}`] : []),
    `**Fix:** ${escapeMarkdown(test.fix)}${spec}`,
  ].join("\n\n");
}

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

function causes(title: string, groups: readonly Cause[], open: boolean): readonly string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(({ reason, tests }) => {
    const ids = tests.map((test) => `${markdownCode(test.id)}${open && test.required ? " (required)" : ""}`).join(", ");
    return `- **${count(tests.length, "check")}**: ${escapeMarkdown(cut(reason, 600))}: ${ids}`;
  });
  const n = testsOf(groups).length;
  if (open) return [`### ${title} (${n})`, lines.join("\n")];
  return [`<details><summary>${title} (${n})</summary>\n\n${lines.join("\n")}\n\n</details>`];
}

function categories(report: Report): readonly string[] {
  const rows = Object.entries(report.categories).map(
    ([name, { passed, total, skipped }]) =>
      `| ${escapeMarkdown(name)} | ${passed - skipped} | ${total - skipped} | ${skipped} |`,
  );
  if (rows.length === 0) return [];
  const table = ["| category | passed | measured | skipped |", "|---|---:|---:|---:|", ...rows].join("\n");
  return [`<details><summary>Categories</summary>\n\n${table}\n\n</details>`];
}
