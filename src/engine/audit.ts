import { type Alias, rulesOf } from "../model/aliases.ts";
import type { Audit, AuditConclusion, AuditEra, AuditLine, AuditVerdict } from "../model/audit.ts";
import type { Report, TestResult } from "../model/report.ts";
import type { Revision } from "../model/revision.ts";
import type { Level, Rule } from "../model/rule.ts";
import { linkTo } from "./assess.ts";

export interface Audited {
  /** Of a run that only read. */
  readonly report: Report;
  readonly era: AuditEra;
  readonly aliases: readonly Alias[];
  readonly rules: readonly Rule[];
  /** Ids of rules that the server cannot know: they came with a later revision than it speaks. */
  readonly gaps: ReadonlySet<string>;
  /** Why rules that are neither among the results nor gaps could not be judged. */
  readonly missing: string;
}

/** Sorts the results of a run into the lines of the audit. Arithmetic: nothing is measured or judged here. */
export function auditOf(about: Audited): Audit {
  const { report, era, aliases } = about;
  const lines = aliases.map((alias) => lineOf(alias, about));
  const number = (verdict: AuditVerdict): number => lines.filter((one) => one.verdict === verdict).length;
  const counts = {
    probes: number("pass") + number("defect") + number("inconclusive"),
    passed: number("pass"),
    violations: number("defect"),
    shoulds: lines.filter((one) => one.verdict === "defect" && isShould(one.level)).length,
    inconclusive: number("inconclusive"),
    gaps: number("gap"),
  };
  const conclusion = conclusionOf(counts);
  return {
    audited: aliases[0]?.revision ?? report.specVersion,
    toolVersion: report.toolVersion,
    url: report.url,
    timestamp: report.timestamp,
    server: { name: report.serverInfo.name, version: report.serverInfo.version },
    era,
    lines,
    counts,
    conclusion,
    exitCode: conclusion === "defects" ? 1 : conclusion === "not-judged" ? 3 : 0,
    summary: summaryOf(counts, conclusion, era),
    warnings: report.warnings,
  };
}

function conclusionOf({ passed, violations, inconclusive }: Audit["counts"]): AuditConclusion {
  if (violations > 0) return "defects";
  // One rule that passed by chance says nothing of a server that let nothing else be seen.
  if (passed === 0 || inconclusive > passed) return "not-judged";
  return inconclusive > 0 ? "no-defect-found" : "conformant";
}

function summaryOf(counts: Audit["counts"], conclusion: AuditConclusion, era: AuditEra): string {
  const { probes, violations, shoulds, inconclusive, gaps } = counts;
  const parts = [
    many(probes, "probe"),
    many(violations, "violation") + (shoulds > 0 && shoulds < violations ? ` (${shoulds} of a SHOULD)` : ""),
    `${inconclusive} inconclusive`,
    ...(gaps > 0 ? [many(gaps, "version gap")] : []),
  ];
  return `${parts.join(", ")} -- ${wordOf(counts, conclusion, era)}`;
}

function wordOf(
  { violations, shoulds, inconclusive }: Audit["counts"],
  conclusion: AuditConclusion,
  era: AuditEra,
): string {
  switch (conclusion) {
    case "conformant":
      return era.kind === "legacy" ? `CONFORMANT (${era.revision ?? "an earlier revision"})` : "CONFORMANT";
    case "no-defect-found":
      return "NO DEFECT FOUND";
    case "defects":
      if (shoulds < violations) return "NOT CONFORMANT";
      // Conformant otherwise is nobody who could not be seen.
      return inconclusive === 0 ? "CONFORMANT BUT FOR A SHOULD" : "A SHOULD IS NOT KEPT, NOT ALL COULD BE JUDGED";
    case "not-judged":
      return "COULD NOT BE JUDGED";
  }
}

function many(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

function lineOf(alias: Alias, about: Audited): AuditLine {
  const ids = rulesOf(alias);
  const rules = ids.flatMap((id) => about.rules.find((one) => one.id === id) ?? []);
  const results = ids.flatMap((id) =>
    about.gaps.has(id) ? [] : (about.report.tests.find((one) => one.id === id) ?? []),
  );
  const gaps = rules.filter((one) => about.gaps.has(one.id));
  // A rule that ended before the audited revision is missed by nobody.
  const unseen = rules.some(
    (one) =>
      one.revisions[alias.revision] !== undefined &&
      !about.gaps.has(one.id) &&
      !results.some((result) => result.id === one.id),
  );
  const failed = results.filter((one) => one.outcome === "fail");
  const verdict = verdictOf(results, gaps.length > 0, unseen);
  const levels = failed.length > 0 ? failed.map((one) => one.level) : levelsOf(rules, alias.revision);
  return {
    id: alias.id,
    title: alias.title,
    level: strongest(levels),
    verdict,
    details: detailsOf(verdict, results, about),
    clauses: clausesOf(verdict === "gap" ? gaps : rules, failed, alias.revision, about.report.specVersion),
    results,
    gaps: gaps.map((one) => one.id),
    fixes: fixesOf(verdict, failed, gaps),
  };
}

function fixesOf(verdict: AuditVerdict, failed: readonly TestResult[], gaps: readonly Rule[]): readonly string[] {
  const from = verdict === "defect" ? failed : verdict === "gap" ? gaps : [];
  return [...new Set(from.map((one) => one.fix))];
}

function verdictOf(results: readonly TestResult[], gap: boolean, unseen: boolean): AuditVerdict {
  const any = (outcome: TestResult["outcome"]): boolean => results.some((one) => one.outcome === outcome);
  if (any("fail")) return "defect";
  if (any("unknown") || unseen) return "inconclusive";
  if (gap) return "gap";
  return any("pass") ? "pass" : "none";
}

function detailsOf(verdict: AuditVerdict, results: readonly TestResult[], { era, missing }: Audited): string {
  switch (verdict) {
    case "defect":
      return textOf(results, "fail");
    case "inconclusive":
      return textOf(results, "unknown").replace(/^Not evaluable: /, "") || missing;
    case "gap": {
      const spoken = era.kind === "legacy" ? (era.revision ?? "an earlier revision") : "an earlier revision";
      return `The server speaks ${spoken}, which does not have this rule`;
    }
    case "pass":
      return textOf(results, "pass");
    case "none":
      return textOf(results, "skip");
  }
}

/** What the results of this outcome say; what is said twice is said once. */
function textOf(results: readonly TestResult[], outcome: TestResult["outcome"]): string {
  const texts = results.filter((one) => one.outcome === outcome && one.details !== "").map((one) => one.details);
  return [...new Set(texts)].join("; ");
}

/** Of what failed, else of the rules in the revision in which they were judged, else in the audited one. */
function clausesOf(
  rules: readonly Rule[],
  failed: readonly TestResult[],
  audited: Revision,
  spoken: Revision,
): readonly string[] {
  if (failed.length > 0) return [...new Set(failed.flatMap((one) => one.clauses))];
  const links = rules.flatMap((rule) => {
    const revision = rule.revisions[spoken] === undefined ? audited : spoken;
    return (rule.revisions[revision]?.clauses ?? []).map((clause) => linkTo(revision, clause));
  });
  return [...new Set(links)];
}

function levelsOf(rules: readonly Rule[], revision: Revision): readonly Level[] {
  return rules.flatMap((one) => one.revisions[revision]?.level ?? []);
}

const BY_FORCE: readonly Level[] = ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "advice"];

function strongest(levels: readonly Level[]): Level {
  return BY_FORCE.find((one) => levels.includes(one)) ?? "advice";
}

function isShould(level: Level): boolean {
  return level === "SHOULD" || level === "SHOULD NOT";
}
