import { linkTo } from "../engine/assess.ts";
import { type JsonObject, REVISIONS, type Revision, type Rule, type RuleRevision, UserFault } from "../model/mod.ts";
import { didYouMean } from "../model/nearest.ts";
import { plainJson, prose } from "./result.ts";

/** The CallToolResult of mcp_compliance_explain. @throws UserFault where there is no such check. */
export function explainResult(rules: readonly Rule[], testId: string, only: Revision | undefined): JsonObject {
  const id = testId.trim();
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) {
    const known = rules.map((one) => one.id);
    throw new UserFault(`There is no check of this id.${didYouMean(id, known)} Ids stand in every report.`);
  }
  const home = REVISIONS.filter((one) => rule.revisions[one] !== undefined);
  if (only !== undefined && !home.includes(only)) {
    throw new UserFault(`${id} is no check of ${only}; it is one of ${home.join(" and ")}.`);
  }
  const shown = home.filter((one) => only === undefined || one === only);
  const structuredContent: JsonObject = {
    testId: rule.id,
    title: rule.title,
    category: rule.category,
    profile: rule.profile,
    why: rule.why,
    fix: rule.fix,
    revisions: shown.flatMap((revision) => {
      const own = rule.revisions[revision];
      return own === undefined ? [] : [structured(revision, own)];
    }),
  };
  return {
    content: [
      { type: "text", text: readable(rule, shown, home) },
      { type: "text", text: plainJson(structuredContent) },
    ],
    structuredContent,
  };
}

function structured(revision: Revision, own: RuleRevision): JsonObject {
  return {
    specVersion: revision,
    required: requiredWord(own),
    level: own.level,
    transports: own.transports,
    probe: own.method.probe,
    passes: own.method.pass,
    fails: own.method.fail,
    skips: own.method.skip,
    specRefs: own.clauses.map((clause) => linkTo(revision, clause)),
  };
}

function requiredWord({ required }: RuleRevision): string {
  return typeof required === "string" ? required : required ? "yes" : "no";
}

function readable(rule: Rule, shown: readonly Revision[], home: readonly Revision[]): string {
  const lines = [
    `# ${rule.id}`,
    "",
    `${prose(rule.title)}. Category ${rule.category}, profile ${rule.profile}.`,
    "",
    `Why: ${prose(rule.why)}`,
    "",
    `How to mend it: ${prose(rule.fix)}`,
  ];
  for (const revision of shown) {
    const own = rule.revisions[revision];
    if (own === undefined) continue;
    const { probe, pass, fail, skip } = own.method;
    lines.push(
      "",
      `## ${revision}: ${requiredText(own)}, ${own.level}, on ${own.transports.map((one) => (one === "http" ? "HTTP" : one)).join(" and ")}`,
      "",
      `- Asks: ${prose(probe)}`,
      `- Passes: ${prose(pass)}`,
      `- Fails: ${prose(fail)}`,
      `- Skips: ${prose(skip)}`,
      ...own.clauses.map((clause) => `- Specification: ${linkTo(revision, clause)}`),
    );
  }
  const others = home.filter((one) => !shown.includes(one));
  if (home.length === 1) lines.push("", `Only ${home[0]} has this check.`);
  else if (others.length > 0) lines.push("", `${others.join(" and ")} has a check of this id as well.`);
  return lines.join("\n");
}

function requiredText({ required }: RuleRevision): string {
  if (typeof required === "string") return `required where the server declares ${required}`;
  return required ? "required" : "optional";
}
