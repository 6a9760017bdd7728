/**
 * Writes docs/rules/<revision>.md from the rules: what each check asks, how it judges, the clauses, and what to do about a
 * failure. Committed, so that the methodology can be read where the code is; `--check` only compares.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { linkTo } from "../src/engine/assess.ts";
import { CATEGORIES, type Category, REVISIONS, type Revision, type Rule, type RuleRevision } from "../src/model/mod.ts";
import { catalogueIds, inCatalogue, RULES } from "../src/rules/mod.ts";
import { conclude, isMain, ROOT } from "./files.ts";
import { type Generated, staleFiles } from "./generate-registry.ts";

const HEADINGS: { readonly [C in Category]: string } = {
  transport: "Transport",
  lifecycle: "Lifecycle",
  tools: "Tools",
  resources: "Resources",
  prompts: "Prompts",
  errors: "Errors",
  schema: "Schema",
  security: "Security",
};

/** One page per revision. */
export function generateDocs(rules: readonly Rule[] = RULES): readonly Generated[] {
  return REVISIONS.map((revision) => ({ path: `docs/rules/${revision}.md`, text: page(revision, rules) }));
}

function page(revision: Revision, rules: readonly Rule[]): string {
  const core = new Set(catalogueIds(revision, "core"));
  const own = inCatalogue(rules, revision, "full");
  const count = (transport: "http" | "stdio"): number =>
    own.filter((rule) => core.has(rule.id) && rule.revisions[revision]?.transports.includes(transport)).length;
  return [
    `# The checks of ${revision}`,
    "",
    "Generated from the rules by `npm run docs`; do not edit.",
    "",
    `${own.filter((rule) => core.has(rule.id)).length} checks, ${count("http")} of them over HTTP and ${count("stdio")} over stdio. Each says what is sent, what passes, what`,
    "fails, and when nothing can be said. *Required* checks are 70 % of the score. A skip counts nowhere; what could not be",
    "evaluated counts as not passed and is shown apart. A check of basis *advice* is asked for by no sentence of the",
    "specification: it fails only on proof of harm and is never required.",
    "",
    ...CATEGORIES.flatMap((category) => {
      const here = own.filter((rule) => rule.category === category);
      return here.length === 0
        ? []
        : [`## ${HEADINGS[category]}`, "", ...here.flatMap((rule) => section(rule, revision, core.has(rule.id)))];
    }),
  ].join("\n");
}

function section(rule: Rule, revision: Revision, core: boolean): readonly string[] {
  const own = rule.revisions[revision];
  if (own === undefined) return [];
  return [
    `### ${rule.id}`,
    "",
    `**${escaped(rule.title)}.** ${escaped(rule.why)}`,
    "",
    `*${marks(own, core).join(", ")}*`,
    "",
    `- **Sent:** ${escaped(own.method.probe)}`,
    `- **Passes:** ${escaped(own.method.pass)}`,
    `- **Fails:** ${escaped(own.method.fail)}`,
    `- **Says nothing:** ${escaped(own.method.skip)}`,
    `- **To mend it:** ${escaped(rule.fix)}`,
    `- **Clauses:** ${own.clauses.map((clause) => `[${clause}](${linkTo(revision, clause)})`).join(", ")}`,
    "",
  ];
}

function marks(own: RuleRevision, core: boolean): readonly string[] {
  const required =
    own.required === true
      ? "required"
      : own.required === false
        ? "optional"
        : `required where \`${own.required}\` is declared`;
  const bounds = [
    ...(own.since === undefined || own.since === "2024-11-05" ? [] : [`since ${own.since}`]),
    ...(own.until === undefined ? [] : [`until ${own.until}`]),
  ];
  const basis = own.basis === "advice" ? "advice" : own.level;
  return [required, basis, own.transports.join(" and "), ...bounds, ...(core ? [] : ["full profile only"])];
}

/** Angle brackets and stars outside of code spans would be read as markup. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replace(/[<>*_|[\]]/g, "\\$&")))
    .join("");
}

if (isMain(import.meta.url)) {
  const generated = generateDocs();
  const stale = staleFiles(ROOT, generated);
  if (process.argv.includes("--check")) {
    conclude(
      "docs",
      stale.map((file) => `${file.path} is not what the rules say: npm run docs`),
      "docs/rules says what the rules say",
    );
  } else {
    for (const file of stale) {
      mkdirSync(dirname(join(ROOT, file.path)), { recursive: true });
      writeFileSync(join(ROOT, file.path), file.text);
    }
    console.log(stale.length === 0 ? "docs: up to date" : `docs: wrote ${stale.map((file) => file.path).join(", ")}`);
  }
}
