import { CATEGORIES, REVISIONS } from "../../model/mod.ts";
import type { Option } from "../argv.ts";
import type { Command } from "../command.ts";
import type { CommandEntry } from "../commands.ts";
import type { Suite } from "../suite-port.ts";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

/** What may stand in one place of the command line. */
export type Values =
  | { readonly kind: "one"; readonly of: readonly string[] }
  /** Categories and ids of checks, divided by commas. */
  | { readonly kind: "checks" }
  /** The id of one check. */
  | { readonly kind: "id" }
  | { readonly kind: "file" }
  | { readonly kind: "folder" }
  /** `format=file`. */
  | { readonly kind: "report"; readonly formats: readonly string[] }
  /** The name of an environment variable. */
  | { readonly kind: "variable" }
  | { readonly kind: "free" };

export interface OptionRow {
  /** Without the dashes: `header`, or `no-color`. */
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly many: boolean;
  /** Undefined: it takes none. */
  readonly values: Values | undefined;
}

export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionRow[];
  /** What the plain words are, in order; "target": a URL, or a command with arguments. */
  readonly words: "target" | readonly Values[];
}

/** All that a shell may complete: made of the tables that the parser and the help are made of. */
export interface Table {
  readonly commands: readonly CommandRow[];
  readonly categories: readonly string[];
  /** Of both revisions, in report order. */
  readonly ids: readonly string[];
}

export async function completionTable(
  entries: readonly CommandEntry[],
  suite: Pick<Suite, "catalogue">,
): Promise<Table> {
  const commands = await Promise.all(entries.map(async (entry) => rowOf(entry, await entry.load())));
  const ids = REVISIONS.flatMap((revision) => suite.catalogue(revision).map((one) => one.id));
  return { commands, categories: CATEGORIES, ids: [...new Set(ids)] };
}

function rowOf(entry: CommandEntry, command: Command): CommandRow {
  const all = Object.entries(command.options);
  const shown = all.filter(([, option]) => option.hidden !== true);
  const own = command.options["format"];
  const formats = own?.type === "enum" ? own.options : [];
  return {
    name: entry.name,
    summary: entry.summary,
    options: shown.map(([name, option]) => optionOf(name, option, formats)),
    words: command.words.kind === "target" ? "target" : command.words.names.map(wordOf),
  };
}

function optionOf(name: string, option: Option, formats: readonly string[]): OptionRow {
  return {
    // As in the help: colours are what a terminal has already.
    long: option.shown ?? name,
    short: option.alias,
    description: option.description,
    many: option.type === "string" && option.many === true,
    values: option.type === "boolean" ? undefined : valuesOf(option, formats),
  };
}

function valuesOf(option: Exclude<Option, { readonly type: "boolean" }>, formats: readonly string[]): Values {
  if (option.type === "enum") return { kind: "one", of: option.options };
  const hint = option.valueHint;
  if (hint === "items") return { kind: "checks" };
  if (hint === "format=file") return { kind: "report", formats };
  if (hint === "dir") return { kind: "folder" };
  if (hint === "NAME") return { kind: "variable" };
  return hint === "file" || hint.startsWith("file.") ? { kind: "file" } : { kind: "free" };
}

function wordOf(name: string): Values {
  if (name === "id") return { kind: "id" };
  if (name === "shell") return { kind: "one", of: SHELLS };
  return name === "url" ? { kind: "free" } : { kind: "file" };
}
