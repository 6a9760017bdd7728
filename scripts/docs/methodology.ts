import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gradeOf, overallOf, scoreOf, summarize } from "../../src/engine/grade.ts";
import { type Outcome, REVISIONS, type TestResult } from "../../src/model/mod.ts";
import { CATALOGUE, RULES } from "../../src/rules/mod.ts";
import { ROOT } from "../files.ts";
import type { Generated } from "../generate-registry.ts";
import { filled, table } from "./markdown.ts";

const PAGE = "docs/methodology.md";

type Graded = Pick<TestResult, "required" | "outcome" | "category">;

/** Results of one kind, to be graded by the real code. */
function results(required: boolean, counts: { readonly [O in Outcome]?: number }): readonly Graded[] {
  return Object.entries(counts).flatMap(([outcome, count]) =>
    Array.from({ length: count }, () => ({ required, outcome: outcome as Outcome, category: "tools" as const })),
  );
}

interface Example {
  readonly what: string;
  readonly required: { readonly [O in Outcome]?: number };
  readonly optional: { readonly [O in Outcome]?: number };
}

/** Counts that a server with tools and no credential could have. */
const WORKED: Example = {
  what: "The example",
  required: { pass: 18, fail: 1, unknown: 1, skip: 4 },
  optional: { pass: 33, fail: 3, skip: 25 },
};

const EDGES: readonly Example[] = [
  { what: "Every check passed or was skipped", required: { pass: 20, skip: 4 }, optional: { pass: 36, skip: 25 } },
  { what: "One required check failed", required: { pass: 19, fail: 1 }, optional: { pass: 36 } },
  { what: "One optional check failed", required: { pass: 20 }, optional: { pass: 35, fail: 1 } },
  { what: "Every required check was skipped", required: { skip: 20 }, optional: { pass: 9, fail: 1 } },
  { what: "No required check could be evaluated", required: { unknown: 20 }, optional: { pass: 36 } },
  { what: "Everything was skipped", required: { skip: 20 }, optional: { skip: 36 } },
];

export function methodologyPage(): Generated {
  const text = readFileSync(join(ROOT, PAGE), "utf8");
  return { path: PAGE, text: filled(PAGE, text, { catalogues: catalogues(), worked: worked(WORKED), edges: edges() }) };
}

function catalogues(): readonly string[] {
  return table(
    ["Revision", "Checks", "over HTTP", "over stdio", "with `--profile full`"],
    REVISIONS.map((revision) => {
      const { all, http, stdio } = CATALOGUE[revision].counts;
      const every = RULES.filter((rule) => rule.revisions[revision] !== undefined).length;
      return [`[${revision}](rules/${revision}.md)`, `${all}`, `${http}`, `${stdio}`, `${every}`];
    }),
  );
}

function worked({ required, optional }: Example): readonly string[] {
  const all = [...results(true, required), ...results(false, optional)];
  const score = scoreOf(all);
  const { total, passed, failed, skipped } = summarize(all);
  const share = (counts: Example["required"]) => {
    const measured = (counts.pass ?? 0) + (counts.fail ?? 0) + (counts.unknown ?? 0);
    return `${counts.pass ?? 0} / ${measured}`;
  };
  const row = (name: string, counts: Example["required"], weight: string) => [
    name,
    `${counts.pass ?? 0}`,
    `${counts.fail ?? 0}`,
    `${counts.unknown ?? 0}`,
    `${counts.skip ?? 0}`,
    share(counts),
    weight,
  ];
  return [
    ...table(
      ["", "Passed", "Failed", "Not evaluable", "Skipped", "Share", "Weight"],
      [row("Required", required, "70 %"), row("Optional", optional, "30 %")],
    ),
    "",
    "```text",
    `score = 100 * (0.70 * ${share(required)} + 0.30 * ${share(optional)})`,
    `      = ${score}`,
    `grade = ${gradeOf(score)}`,
    "```",
    "",
    `The report says: score ${score}, grade ${gradeOf(score)}, overall \`${overallOf(all)}\`; ${total} checks, of which \`summary.passed\` counts ${passed}`,
    `(the ${skipped} skips are in it), \`summary.failed\` ${failed} (what was not evaluable is in it) and \`summary.skipped\` ${skipped}.`,
  ];
}

function edges(): readonly string[] {
  return table(
    ["Run", "Score", "Grade", "Overall"],
    EDGES.map(({ what, required, optional }) => {
      const all = [...results(true, required), ...results(false, optional)];
      const score = scoreOf(all);
      return [what, `${score}`, gradeOf(score), overallOf(all)];
    }),
  );
}
