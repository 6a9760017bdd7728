import { specBaseFor } from "../engine/assess.ts";
import { type Revision, type Rule, type TransportKind, UserFault } from "../model/mod.ts";
import { paintWith, wrapText } from "../report/layout.ts";
import { count } from "../report/words.ts";
import type { Command, Context } from "./command.ts";
import { type CitedClause, citedBy } from "./explanation.ts";
import type { Look } from "./formats.ts";
import { listChecks, listWarnings } from "./list.ts";
import { lookFor } from "./look.ts";
import { RULES_OPTIONS } from "./rule-options.ts";
import { selectionOf } from "./settings.ts";
import type { CatalogueEntry, Profile } from "./suite-port.ts";

export const rulesCommand: Command = {
  name: "rules",
  usage: "[options]",
  description:
    "Lists every rule with the clauses of the specification that it cites. Nothing is sent anywhere. What one rule " +
    "asks, and how it judges, is told by mcp-compliance explain <id>.",
  words: { kind: "plain", names: [] },
  options: RULES_OPTIONS,
  more: [
    "Categories: transport, lifecycle, tools, resources, prompts, errors, schema, security.",
    "Exit codes: 0 listed; 2 usage; 70 a bug of this tool.",
  ],
  examples: [
    ["mcp-compliance rules --spec-version 2026-07-28", "one revision"],
    ["mcp-compliance rules --only security,transport-post", "a part of them"],
    ["mcp-compliance rules --transport stdio", "what holds over stdio"],
    ["mcp-compliance rules --json", "with the links, for a script"],
  ],
  run: runRules,
};

interface ListedRule extends CatalogueEntry {
  readonly level: string;
  readonly basis: string;
  readonly since?: string;
  readonly until?: string;
  readonly clauses: readonly CitedClause[];
}

interface Section {
  readonly specVersion: Revision;
  readonly rules: readonly ListedRule[];
  readonly warnings: readonly string[];
}

async function runRules({ argv, world, suite }: Context): Promise<number> {
  const { RULES } = await import("../rules/mod.ts");
  const last = (name: string) => argv.values.get(name)?.at(-1);
  const profile = (last("profile") as Profile | undefined) ?? "core";
  const sections = listChecks(suite, {
    specVersion: (last("spec-version") as Revision | undefined) ?? "auto",
    transport: last("transport") as TransportKind | undefined,
    ...selectionOf(argv, {}),
    profile,
  }).map(({ specVersion, tests, warnings }) => ({
    specVersion,
    rules: tests.flatMap((test) => listed(test, specVersion, RULES)),
    warnings: listWarnings(warnings),
  }));
  if (sections.every((section) => section.rules.length === 0)) throw nothing(sections);
  const json = argv.flags.get("json") === true;
  const text = json
    ? `${JSON.stringify({ schemaVersion: "1", profile, catalogues: sections }, null, 2)}\n`
    : printSections(withoutIdle(sections), lookFor(world.stdout, argv, world));
  await world.stdout.write(text);
  return 0;
}

function listed(entry: CatalogueEntry, revision: Revision, rules: readonly Rule[]): readonly ListedRule[] {
  const own = rules.find((rule) => rule.id === entry.id)?.revisions[revision];
  if (own === undefined) return [];
  return [
    {
      ...entry,
      basis: own.basis,
      level: own.level,
      ...(own.since === undefined ? {} : { since: own.since }),
      ...(own.until === undefined ? {} : { until: own.until }),
      clauses: citedBy(revision, own),
    },
  ];
}

/** A filter for an id of one revision is no mistake in the other: its empty section says nothing. */
function withoutIdle(sections: readonly Section[]): readonly Section[] {
  return sections.filter((one) => one.rules.length > 0);
}

function nothing(sections: readonly Section[]): UserFault {
  const reasons = [...new Set(sections.flatMap((one) => one.warnings))];
  return new UserFault(["No rule matches these options.", ...reasons].join("\n"));
}

function printSections(sections: readonly Section[], look: Look): string {
  return sections.map((section) => printSection(section, look)).join("\n");
}

function printSection({ specVersion, rules, warnings }: Section, look: Look): string {
  const paint = paintWith(look.color);
  const lines = [paint.bold(`MCP ${specVersion}: ${count(rules.length, "rule")}`)];
  let category = "";
  for (const rule of rules) {
    if (rule.category !== category) {
      category = rule.category;
      const inside = rules.filter((other) => other.category === category).length;
      lines.push("", `${paint.bold(category)} ${paint.dim(`(${inside})`)}`);
    }
    const mark = rule.required === false ? " " : rule.required === true ? "*" : "+";
    const where = rule.transports.length === 1 ? `, ${rule.transports[0]} only` : "";
    const level = rule.basis === "advice" ? "advice" : rule.level;
    lines.push(`${paint.yellow(mark)} ${paint.cyan(rule.id)}  ${paint.dim(level + where)}`);
    lines.push(...wrapText(rule.title, look.width - 4).map((line) => `    ${line}`));
    lines.push(...rule.clauses.flatMap(({ clause }) => clauseLines(clause, look.width)).map(paint.dim));
  }
  const legend = ["* required   + required if the server declares the capability"];
  legend.push(`Clauses: pages under ${specBaseFor(specVersion)}/`);
  lines.push("", ...legend.flatMap((one) => wrapText(one, look.width)).map(paint.dim));
  for (const warning of warnings) {
    lines.push(...wrapText(`Warning: ${warning}`, look.width).map((line) => paint.yellow(line)));
  }
  return `${lines.join("\n")}\n`;
}

/** A clause that is too long for one line is broken before its heading. */
function clauseLines(clause: string, width: number): readonly string[] {
  const [page = "", heading] = clause.split("#");
  if (heading === undefined || clause.length + 4 <= width) return [`    ${clause}`];
  return [`    ${page}`, `      #${heading}`];
}
