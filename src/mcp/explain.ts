import { type ExplainedCheck, type ExplainedRevision, type Explanation, explain } from "../cli/explanation.ts";
import { type Json, type JsonObject, type Revision, type Rule, UserFault } from "../model/mod.ts";
import { plainJson, prose } from "./result.ts";

/** The CallToolResult of mcp_compliance_explain. @throws UserFault where there is no such check. */
export function explainResult(rules: readonly Rule[], testId: string, only: Revision | undefined): JsonObject {
  const explanation = explained(rules, testId, only);
  const { schemaVersion, ...rest } = explanation;
  const structuredContent = asJson(rest);
  return {
    content: [
      { type: "text", text: readable(explanation) },
      { type: "text", text: plainJson(structuredContent) },
    ],
    structuredContent,
  };
}

/** As the command line explains it; what is wrong is said in the words of the tool's arguments. */
function explained(rules: readonly Rule[], testId: string, only: Revision | undefined): Explanation {
  try {
    return explain(rules, testId, only);
  } catch (error) {
    if (!(error instanceof UserFault)) throw error;
    throw new UserFault(error.message.replaceAll("--spec-version", "specVersion"));
  }
}

function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as Json as JsonObject;
}

function readable({ alias, checks }: Explanation): string {
  const lines: string[] = [];
  if (alias !== undefined) {
    const names = checks.map((check) => check.id).join(", ");
    lines.push(
      `# ${alias.id}`,
      "",
      `${prose(alias.title)}. A name of mcp-compliance audit for ${alias.revision}.`,
      "",
      checks.length === 0 ? "The catalogue has no check of its own for it." : `It stands for ${names}.`,
      "",
    );
  }
  for (const check of checks) lines.push(...readableCheck(check), "");
  return lines.join("\n").trimEnd();
}

function readableCheck(check: ExplainedCheck): readonly string[] {
  const lines = [
    `# ${check.id}`,
    "",
    `${prose(check.title)}. Category ${check.category}, profile ${check.profile}.`,
    "",
    `Why: ${prose(check.why)}`,
    "",
    `How to mend it: ${prose(check.fix)}`,
  ];
  for (const own of check.revisions) {
    lines.push(
      "",
      `## ${own.specVersion}: ${requiredText(own)}, ${own.level}, over ${own.transports.map((one) => (one === "http" ? "HTTP" : one)).join(" and ")}`,
      "",
      `- Sent: ${prose(own.probe)}`,
      `- Passes: ${prose(own.passes)}`,
      `- Fails: ${prose(own.fails)}`,
      `- Says nothing: ${prose(own.saysNothing)}`,
      ...own.clauses.map(({ url }) => `- Specification: ${url}`),
    );
  }
  for (const revision of check.notIn) lines.push("", `${revision} has no check of this id.`);
  if (check.revisions.length > 1) {
    const [first] = check.revisions;
    const same = check.revisions.every((one) => one.required === first?.required);
    lines.push(
      "",
      same ? "It is required alike in both revisions." : "The revisions differ in whether it is required.",
    );
  }
  return lines;
}

function requiredText({ required }: ExplainedRevision): string {
  if (typeof required === "string") return `required where the server declares ${required}`;
  return required ? "required" : "optional";
}
