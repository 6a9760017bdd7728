import type { Revision } from "../model/mod.ts";
import { type Paint, paintWith, wrapText } from "../report/layout.ts";
import type { Command, Context } from "./command.ts";
import { type ExplainedCheck, type ExplainedRevision, type Explanation, explain } from "./explanation.ts";
import type { Look } from "./formats.ts";
import { lookFor } from "./look.ts";
import { EXPLAIN_OPTIONS } from "./rule-options.ts";

export const explainCommand: Command = {
  name: "explain",
  usage: "<id> [options]",
  description:
    "Explains one check: why it is there, what is sent, what passes and what fails, how to mend a failure, and the " +
    "clauses of the specification that it rests on. Nothing is sent anywhere.",
  words: { kind: "plain", names: ["id"] },
  options: EXPLAIN_OPTIONS,
  more: [
    "The id stands in every report; mcp-compliance rules lists all. The names of mcp-compliance audit are known as well.",
    "Exit codes: 0 explained; 2 there is no such check, or not in that revision; 70 a bug of this tool.",
  ],
  examples: [
    ["mcp-compliance explain tools-call", "as both revisions have it"],
    ["mcp-compliance explain lifecycle-init --spec-version 2025-11-25", "in one revision"],
    ["mcp-compliance explain origin-403", "a name of the audit"],
    ["mcp-compliance explain tools-call --json", "for a script"],
  ],
  run: runExplain,
};

async function runExplain({ argv, world }: Context): Promise<number> {
  const id = argv.words[0] ?? "";
  // What serve holds against clients has ids of its own.
  const rules = id.startsWith("client-")
    ? (await import("../client-rules/mod.ts")).CLIENT_RULES
    : (await import("../rules/mod.ts")).RULES;
  const named = argv.values.get("spec-version")?.at(-1);
  const only = named === "auto" ? undefined : (named as Revision | undefined);
  const explanation = explain(rules, id, only);
  const json = argv.flags.get("json") === true;
  const text = json
    ? `${JSON.stringify(explanation, null, 2)}\n`
    : printExplanation(explanation, lookFor(world.stdout, argv, world));
  await world.stdout.write(text);
  return 0;
}

/** Columns of the terms before the texts of a revision. */
const TERM = 14;

export function printExplanation(explanation: Explanation, look: Look): string {
  const paint = paintWith(look.color);
  const { alias, checks } = explanation;
  const lines: string[] = [];
  if (alias !== undefined) {
    lines.push(`${paint.bold(alias.id)}: ${alias.title}`, "");
    const names = checks.map((check) => check.id).join(", ");
    const stands =
      checks.length === 0
        ? `A name of mcp-compliance audit, for ${alias.revision}. The catalogue has no check of its own for it yet.`
        : `A name of mcp-compliance audit. It stands for ${names} in ${alias.revision}.`;
    lines.push(...wrapText(stands, look.width), "");
  }
  for (const [at, check] of checks.entries()) {
    if (at > 0) lines.push("");
    lines.push(...printCheck(check, paint, look.width));
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function printCheck(check: ExplainedCheck, paint: Paint, width: number): readonly string[] {
  const [head = "", ...more] = wrapText(`${check.id}: ${check.title}`, width);
  const profile = check.profile === "full" ? ", with --profile full only" : "";
  const lines = [
    paint.bold(head),
    ...more.map(paint.bold),
    paint.dim(`Category ${check.category}${profile}`),
    "",
    paint.bold("Why"),
    ...indented(check.why, 2, width),
    "",
    paint.bold("How to mend it"),
    ...indented(check.fix, 2, width),
  ];
  for (const group of alike(check.revisions)) lines.push("", ...printRevisions(group, paint, width));
  for (const revision of check.notIn) lines.push("", `MCP ${revision} has no check of this id.`);
  return lines;
}

/** Revisions that ask and judge in the same words are shown once. */
function alike(revisions: readonly ExplainedRevision[]): readonly (readonly ExplainedRevision[])[] {
  const groups: ExplainedRevision[][] = [];
  for (const one of revisions) {
    const same = groups.find(([first]) => first !== undefined && methodOf(first) === methodOf(one));
    if (same === undefined) groups.push([one]);
    else same.push(one);
  }
  return groups;
}

function methodOf({ probe, passes, fails, saysNothing }: ExplainedRevision): string {
  return [probe, passes, fails, saysNothing].join("\n");
}

function printRevisions(group: readonly ExplainedRevision[], paint: Paint, width: number): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const lines = group.flatMap((one) => [paint.bold(`MCP ${one.specVersion}`), ...indented(marks(one), 2, width)]);
  const parts: readonly (readonly [string, string])[] = [
    ["Sent", first.probe],
    ["Passes", first.passes],
    ["Fails", first.fails],
    ["Says nothing", first.saysNothing],
  ];
  for (const [term, text] of parts) {
    const [head = "", ...rest] = wrapText(text, width - TERM - 2);
    lines.push(`  ${paint.cyan(term.padEnd(TERM))}${head}`, ...rest.map((line) => " ".repeat(TERM + 2) + line));
  }
  const links = group.flatMap((one) => one.clauses.map((clause) => clause.url));
  lines.push(`  ${paint.cyan("Clauses")}`, ...links.map((url) => `    ${url}`));
  return lines;
}

function marks(one: ExplainedRevision): string {
  const required =
    one.required === true
      ? "required"
      : one.required === false
        ? "optional"
        : `required if the server declares ${one.required}`;
  const basis = one.basis === "advice" ? "advice: no sentence of the specification asks for it" : one.level;
  const over = one.transports.map((transport) => (transport === "http" ? "HTTP" : transport)).join(" and ");
  const since = one.since === undefined || one.since === "2024-11-05" ? [] : [`since ${one.since}`];
  const until = one.until === undefined ? [] : [`until ${one.until}`];
  return [required, basis, `over ${over}`, ...since, ...until].join(", ");
}

function indented(text: string, columns: number, width: number): readonly string[] {
  return wrapText(text, width - columns).map((line) => " ".repeat(columns) + line);
}
