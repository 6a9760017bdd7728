import { type Paint, wrapText } from "../report/layout.ts";
import { TOOL_VERSION } from "../version.ts";
import type { Option } from "./argv.ts";
import type { Command } from "./command.ts";
import type { CommandEntry } from "./commands.ts";
import { COMMAND } from "./defaults.ts";

const GROUPS = ["Target", "Checks", "Load", "Time", "Report", "Gates", "Other"];

/** Fewer columns than these are no column of text. */
const NARROW = 26;

/** The text of `mcp-compliance --help`. */
export function rootHelp(commands: readonly CommandEntry[], paint: Paint, width: number): string {
  const column = Math.max(...commands.map((one) => one.name.length)) + 4;
  const lines = [
    // Broken before it is painted: colours take no columns.
    ...wrapText(
      `${COMMAND} ${TOOL_VERSION}: tests MCP servers against the specification and grades them A to F.`,
      width,
    ).map((line) => line.replace(COMMAND, paint.bold(COMMAND))),
    "",
    paint.bold("Usage"),
    `  ${COMMAND} <command> [options]`,
    "",
    paint.bold("Commands"),
    ...commands.flatMap((one) => entry(one.name, one.summary, column, paint, width)),
    "",
    paint.bold("Examples"),
    ...examples(
      [
        [`${COMMAND} test https://example.com/mcp`, "a server on the network"],
        [`${COMMAND} test npx -y @modelcontextprotocol/server-memory`, "a server on this machine, over stdio"],
        [`${COMMAND} test --self`, "the built-in server: is all well here?"],
        [`${COMMAND} explain tools-call`, "a check failed: what it asks, and how to mend it"],
      ],
      paint,
      width,
    ),
    "",
    ...wrapText(
      `${COMMAND} <command> --help shows a command's options. ${COMMAND} --version shows the version, with --verbose ` +
        "how it was built and what runs it; --licenses shows whose code it contains.",
      width,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** The text of `mcp-compliance <command> --help`. */
export function commandHelp(command: Command, paint: Paint, width: number): string {
  const lines = [
    ...wrapText(command.description, width),
    "",
    paint.bold("Usage"),
    `  ${COMMAND} ${command.name} ${command.usage}`,
  ];
  const shown = Object.entries(command.options).filter(([, option]) => option.hidden !== true);
  for (const group of GROUPS) {
    const options = shown.filter(([, option]) => (option.group ?? "Other") === group);
    if (options.length === 0) continue;
    lines.push("", paint.bold(group));
    for (const [name, option] of options)
      lines.push(...entry(label(name, option), option.description, 30, paint, width));
  }
  for (const paragraph of command.more ?? []) lines.push("", ...wrapText(paragraph, width));
  lines.push("", paint.bold("Examples"), ...examples(command.examples, paint, width));
  return `${lines.join("\n")}\n`;
}

function label(name: string, option: Option): string {
  const short = option.alias === undefined ? "    " : `-${option.alias}, `;
  if (option.type === "boolean") return `${short}--${option.shown ?? name}`;
  const hint = option.valueHint ?? (option.type === "enum" ? option.options.join("|") : "value");
  return `${short}--${name} ${option.type === "enum" && option.valueHint === undefined ? hint : `<${hint}>`}`;
}

/** A term and its text in two columns; a term that is too long has a line of its own. */
function entry(term: string, text: string, column: number, paint: Paint, width: number): readonly string[] {
  // Where a second column would be too narrow the text stands below its term.
  if (width - column - 2 < NARROW) {
    return [`  ${paint.cyan(term)}`, ...wrapText(text, width - 6).map((line) => `      ${line}`)];
  }
  const body = wrapText(text, width - column - 2);
  const first = body[0] ?? "";
  const fits = term.length < column;
  const head = fits ? `  ${paint.cyan(term)}${" ".repeat(column - term.length)}${first}` : `  ${paint.cyan(term)}`;
  const rest = (fits ? body.slice(1) : body).map((line) => " ".repeat(column + 2) + line);
  return [head, ...rest];
}

function examples(list: Command["examples"], paint: Paint, width: number): readonly string[] {
  const column = Math.max(...list.map(([line]) => line.length)) + 3;
  const beside = Math.max(...list.map(([, what]) => what.length)) + column + 2 <= width;
  return list.flatMap(([line, what]) =>
    beside
      ? [`  ${line}${" ".repeat(column - line.length)}${paint.dim(what)}`]
      : [`  ${paint.dim(`# ${what}`)}`, `  ${line}`],
  );
}
