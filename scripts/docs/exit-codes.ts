import type { Command } from "../../src/cli/command.ts";
import type { Generated } from "../generate-registry.ts";
import { code, fenced, GENERATED, prose, table } from "./markdown.ts";

const LEAD = "Exit codes: ";

/** The codes as a command's own help names them, in its order: `0 no gate failed; 1 a gate failed; 2 usage.` */
export function exitCodesOf(command: Command): readonly (readonly [code: number, meaning: string])[] {
  const paragraph = (command.more ?? []).find((text) => text.startsWith(LEAD));
  if (paragraph === undefined) return [];
  const parts = paragraph.slice(LEAD.length).replace(/\.$/, "").split("; ");
  return parts.map((part) => {
    const [, number, meaning] = /^(\d+) (.+)$/s.exec(part) ?? [];
    if (number === undefined || meaning === undefined) {
      throw new Error(`${command.name}: "${part}" is no exit code; expected "<number> <meaning>", divided by "; "`);
    }
    return [Number(number), meaning];
  });
}

export function exitCodePage(commands: readonly Command[]): Generated {
  const known = commands.map((command) => ({ command, codes: exitCodesOf(command) }));
  const described = known.filter(({ codes }) => codes.length > 0);
  const numbers = [...new Set(described.flatMap(({ codes }) => codes.map(([number]) => number)))].sort((a, b) => a - b);
  const lines = [
    "# Exit codes",
    "",
    GENERATED,
    "",
    "A failed check alone does not end `test` with an error: gates do that, and you choose them. A pipeline that wants to",
    "stop at a failure says so with `--strict`, `--min-grade` or a baseline; a run without gates that reached the server",
    "ends with 0, whatever the grade is.",
    "",
    "The codes mean the same everywhere:",
    "",
    "- **0**: it ran, and nothing that you asked to be told of was found.",
    "- **1**: what you asked for was found: a gate failed, a defect, a regression.",
    "- **2**: something in the call, the config or a file was wrong; the message says what was expected. Nothing was tested,",
    "  unless it was only afterwards that a report could not be written.",
    "- **3**: nothing could be said: the server never answered, or let nobody in where nothing can be done without.",
    "- **9**: not ours but Node's own: Node 20 reads `--env-file` wherever it stands, and ends if there is no such file.",
    "- **70**: a bug of mcp-compliance itself; the message says what to report. The server is not to blame.",
    "- **130**, **143**, **129**: you (or your system) ended it: Ctrl+C, SIGTERM, SIGHUP.",
    "",
    "## By command",
    "",
    ...table(
      ["Code", ...described.map(({ command }) => code(command.name))],
      numbers.map((number) => [
        `**${number}**`,
        ...described.map(({ codes }) => prose(codes.find(([own]) => own === number)?.[1] ?? "")),
      ]),
    ),
    "",
    "## In a script",
    "",
    ...fenced(
      "sh",
      [
        "mcp-compliance test https://example.com/mcp --strict",
        "case $? in",
        '  0) echo "every required check passed" ;;',
        '  1) echo "a required check did not pass" ;;',
        '  3) echo "the server did not answer" ;;',
        '  *) echo "the call was wrong, or the tool broke" ;;',
        "esac",
      ].join("\n"),
    ),
  ];
  return { path: "docs/exit-codes.md", text: `${lines.join("\n")}\n` };
}
