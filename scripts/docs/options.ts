import type { Option } from "../../src/cli/argv.ts";
import type { Command } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { COMMAND } from "../../src/cli/defaults.ts";
import type { Generated } from "../generate-registry.ts";
import { anchorOf, code, fenced, GENERATED, prose, table } from "./markdown.ts";

/** Every command, in the order of the help text. */
export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(COMMANDS.map((entry) => entry.load()));
}

export function optionPage(commands: readonly Command[]): Generated {
  const lines = [
    "# Commands and options",
    "",
    GENERATED,
    "",
    `\`${COMMAND} <command> --help\` shows the same in the terminal. What the exit codes mean stands in`,
    "[exit-codes.md](exit-codes.md).",
    "",
    ...table(
      ["Command", "What it does"],
      commands.map((command) => {
        const summary = COMMANDS.find((entry) => entry.name === command.name)?.summary ?? "";
        return [`[${command.name}](#${anchorOf(command.name)})`, prose(summary)];
      }),
    ),
    ...commands.flatMap(section),
  ];
  return { path: "docs/options.md", text: `${lines.join("\n")}\n` };
}

function section(command: Command): readonly string[] {
  const shown = Object.entries(command.options).filter(([, option]) => option.hidden !== true);
  const groups = [...new Set(shown.map(([, option]) => option.group ?? "Other"))];
  const options = groups.flatMap((group) => shown.filter(([, option]) => (option.group ?? "Other") === group));
  return [
    "",
    `## ${command.name}`,
    "",
    ...fenced("text", `${COMMAND} ${command.name} ${command.usage}`.trim()),
    "",
    prose(command.description),
    "",
    ...table(
      ["Option", "Group", "Meaning"],
      options.map(([name, option]) => [spelling(name, option), option.group ?? "Other", prose(meaning(option))]),
    ),
    ...(command.more ?? []).flatMap((paragraph) => ["", prose(paragraph)]),
    "",
    ...fenced("sh", command.examples.map(([line, what]) => `# ${what}\n${line}`).join("\n")),
  ];
}

/** `-H`, `--header <"Name: value">`. */
function spelling(name: string, option: Option): string {
  if (option.shown !== undefined) return `${code(`--${option.shown}`)}, ${code(`--${name}`)}`;
  const short = option.alias === undefined ? "" : `${code(`-${option.alias}`)}, `;
  if (option.type === "boolean") return `${short}${code(`--${name}`)}`;
  const value = option.type === "enum" ? option.options.join(" | ") : `<${option.valueHint}>`;
  return `${short}${code(`--${name} ${value}`)}`;
}

/** Where the help text has no room to say so. */
function meaning(option: Option): string {
  const many = option.type === "string" && option.many === true && !option.description.includes("repeated");
  return many ? `${option.description}; may be repeated` : option.description;
}
