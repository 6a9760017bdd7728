/** Writes docs/clients.md from the rules about clients: `tsx scripts/client-docs.ts`. A test holds that it is up to date. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CLIENT_RULES } from "../src/client-rules/mod.ts";
import { linkTo } from "../src/engine/assess.ts";

export const CLIENT_DOCS = fileURLToPath(new URL("../docs/clients.md", import.meta.url));

const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

export function clientDocs(): string {
  const lines = [
    "# What `serve` looks for in clients",
    "",
    "`mcp-compliance serve` is a strictly conformant server, and holds what clients send against the specification. Nothing is sent",
    "to find out: only what a client said by itself is judged. A rule passes when the client did what it is about and nothing was",
    "wrong, is skipped when the client did not come to it, and is not evaluable where the wire does not tell.",
    "",
    `${CLIENT_RULES.length} rules. MUSTs count for \`--strict\`.`,
    "",
  ];
  for (const rule of CLIENT_RULES) {
    lines.push(`## ${rule.id}`, "", `${rule.title}.`, "", rule.why, "");
    for (const revision of REVISIONS) {
      const own = rule.revisions[revision];
      if (own === undefined) continue;
      const since = own.since === undefined ? "" : `, since ${own.since}`;
      const where = own.transports.length === 2 ? "" : `, ${own.transports.join("")} only`;
      const links = own.clauses.map((clause) => `[${clause}](${linkTo(revision, clause)})`).join(", ");
      lines.push(
        `- ${revision}${since}${where}: ${own.level}. Fails: ${own.method.fail} Skipped: ${own.method.skip} ${links}`,
      );
    }
    lines.push("", `Fix: ${rule.fix}`, "");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(CLIENT_DOCS, clientDocs());
