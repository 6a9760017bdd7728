import { cut } from "../model/cut.ts";
import type { Diff } from "../model/diff.ts";
import {
  type DiffLine,
  type DiffSection,
  gradeText,
  sectionsOf,
  sideText,
  type Tone,
  together,
  trendOf,
  verdictOf,
} from "./diff.ts";
import { disarmLines, escapeAscii, escapeMarkdown, escapeTerminal, markdownCode } from "./escape.ts";
import { type Paint, pad, paintWith, wrapText } from "./layout.ts";
import { widthOf } from "./width.ts";
import { count } from "./words.ts";

export interface DiffLook {
  readonly color: boolean;
  /** Columns. */
  readonly width: number;
  /** False: ASCII only. */
  readonly unicode: boolean;
}

/** The comparison for people, on a terminal. Ends in a newline. */
export function terminalDiff(diff: Diff, look: DiffLook): string {
  const paint = paintWith(look.color);
  const safe = look.unicode ? escapeTerminal : escapeAscii;
  const arrow = look.unicode ? "→" : "->";
  const verdict = verdictOf(diff);
  const head = `Grade ${gradeText(diff.baseline)} ${arrow} ${gradeText(diff.current)}`;
  const trend = `${trendOf(diff)}, MCP ${diff.specVersion}`;
  const beside = (text: string, more: string, gap: number) => 2 + widthOf(text) + gap + widthOf(more) <= look.width;
  const blocks: string[][] = [
    beside(head, trend, 3)
      ? [`${paint.bold(head)}${paint.dim(`   ${trend}`)}`]
      : [paint.bold(head), ...wrapText(trend, look.width - 2).map(paint.dim)],
    [
      ...row("baseline", `${diff.baseline.file}: ${sideText(diff.baseline)}`),
      ...row("current", `${diff.current.file}: ${sideText(diff.current)}`),
    ],
  ];
  if (diff.notes.length > 0) {
    blocks.push(
      diff.notes.flatMap((note) =>
        wrapText(safe(cut(note, 1_000)), look.width - 4).map((line, at) =>
          paint.yellow(`${at === 0 ? "!" : " "} ${line}`),
        ),
      ),
    );
  }
  for (const section of sectionsOf(diff)) blocks.push(sectionLines(section));
  const starred = sectionsOf(diff).some((section) => section.lines.some((line) => line.required));
  const rest = diff.unchanged === 0 ? "" : ` ${count(diff.unchanged, "check")} unchanged.`;
  const star = starred ? "   * required" : "";
  const said = toneOf(paint, verdict.tone);
  blocks.push(
    beside(`${verdict.text}.`, `${rest}${star}`, 0)
      ? [`${paint.bold(said(`${verdict.text}.`))}${paint.dim(`${rest}${star}`)}`]
      : [
          ...wrapText(`${verdict.text}.`, look.width - 2).map((line) => paint.bold(said(line))),
          ...[rest, star]
            .map((one) => one.trim())
            .filter((one) => one !== "")
            .map(paint.dim),
        ],
  );
  const text = blocks.map((lines) => lines.map((line) => `  ${line}`.trimEnd()).join("\n")).join("\n\n");
  return disarmLines(`\n${text}\n`);

  function row(label: string, text: string): readonly string[] {
    return wrapText(safe(text), look.width - 13).map((line, at) => paint.dim(pad(at === 0 ? label : "", 10)) + line);
  }

  function sectionLines(section: DiffSection): string[] {
    const title = paint.bold(toneOf(paint, section.tone)(`${section.title} (${section.lines.length})`));
    const inLine = beside(`${section.title} (${section.lines.length})`, section.remark, 2);
    const lines = inLine && section.remark !== "" ? [`${title}  ${paint.dim(section.remark)}`] : [title];
    if (!inLine) lines.push(...wrapText(section.remark, look.width - 2).map(paint.dim));
    for (const group of together(section.lines)) lines.push(...groupLines(group));
    return lines;
  }

  function groupLines(group: readonly DiffLine[]): readonly string[] {
    const [first] = group;
    if (first === undefined) return [];
    const names = group.map((line) => safe(line.id + (line.required ? "*" : "")));
    const change = safe(first.change).replace("->", arrow);
    const shown = first.bad ? paint.red(change) : paint.dim(change);
    const why = wrapText(safe(first.details.replace(/\s+/g, " ")), look.width - 8);
    const below = first.details === "" ? [] : why.map((text) => `      ${paint.dim(text)}`);
    if (names.length === 1) {
      return [
        ...(beside(`  ${names[0]}`, change, 2) ? [`  ${names[0]}  ${shown}`] : [`  ${names[0]}`, `      ${shown}`]),
        ...below,
      ];
    }
    const listed = wrapText(names.join(", "), look.width - 4);
    return [...listed.map((line) => `  ${line}`), `      ${names.length}: ${shown}`, ...below];
  }
}

function toneOf(paint: Paint, tone: Tone): (text: string) => string {
  return { bad: paint.red, good: paint.green, plain: (text: string) => text }[tone];
}

/** Characters that a comment on GitHub takes: 65536. */
const COMMENT = 60_000;

/** The comparison as GitHub Markdown that fits into a comment. */
export function markdownDiff(diff: Diff): string {
  const verdict = verdictOf(diff);
  const top = [
    "<!-- mcp-compliance diff -->",
    `## MCP compliance: ${gradeText(diff.baseline)} → ${gradeText(diff.current)}`,
    `${verdict.tone === "bad" ? "❌" : "✅"} **${verdict.text}.** MCP ${diff.specVersion}, ${trendOf(diff)}, ` +
      `${count(diff.unchanged, "check")} unchanged.`,
    ["| | report | |", "|---|---|---|", ...[side("baseline"), side("current")]].join("\n"),
    ...diff.notes.map((note) => `> ⚠️ ${escapeMarkdown(cut(note, 1_000))}`),
  ];
  const blocks: string[] = [];
  let room = COMMENT - top.join("\n\n").length;
  let left = 0;
  for (const section of sectionsOf(diff)) {
    const lines = section.lines.map(item);
    const title = `${section.title} (${section.lines.length})`;
    const open = section.tone !== "plain";
    const block = open
      ? `### ${title}\n\n${lines.join("\n")}`
      : `<details><summary>${title}</summary>\n\n${lines.join("\n")}\n\n</details>`;
    if (block.length > room) left += 1;
    else blocks.push(block);
    room -= block.length > room ? 0 : block.length + 2;
  }
  if (left > 0) blocks.push(`_${count(left, "more part")} did not fit into a comment._`);
  return `${[...top, ...blocks].join("\n\n")}\n`;

  function side(name: "baseline" | "current"): string {
    const text = `${markdownCode(diff[name].file).replaceAll("|", "\\|")} | ${escapeMarkdown(sideText(diff[name]))}`;
    return `| ${name} | ${text} |`;
  }

  function item(line: DiffLine): string {
    const name = `${markdownCode(line.id)}${line.required ? " (required)" : ""}`;
    const why = line.details === "" ? "" : `: ${escapeMarkdown(cut(line.details.replace(/\s+/g, " "), 300))}`;
    return `- ${name}: ${line.change.replace("->", "→")}${why}`;
  }
}
