import { linkTo } from "../../src/engine/assess.ts";
import {
  CATEGORIES,
  type Category,
  REVISIONS,
  type Revision,
  type Rule,
  type RuleRevision,
} from "../../src/model/mod.ts";
import { catalogueIds, inCatalogue, RULES } from "../../src/rules/mod.ts";
import type { Generated } from "../generate-registry.ts";
import { prose } from "./markdown.ts";

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

/** One page per revision: every rule, how it is asked, judged and mended. */
export function rulePages(rules: readonly Rule[] = RULES): readonly Generated[] {
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
    `**${prose(rule.title)}.** ${prose(rule.why)}`,
    "",
    `*${marks(own, core).join(", ")}*`,
    "",
    `- **Sent:** ${prose(own.method.probe)}`,
    `- **Passes:** ${prose(own.method.pass)}`,
    `- **Fails:** ${prose(own.method.fail)}`,
    `- **Says nothing:** ${prose(own.method.skip)}`,
    `- **To mend it:** ${prose(rule.fix)}`,
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
