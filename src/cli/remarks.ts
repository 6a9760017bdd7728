import type { Consent, Report } from "../model/mod.ts";
import { didYouMean } from "../model/nearest.ts";

/** What the call itself says about the report: warnings that stand behind those of the run. */
export function withRemarks(report: Report, only: readonly string[], consent: Pick<Consent, "tools">): Report {
  const remarks = [...partOnly(report, only), ...idleConsent(report, consent)];
  return remarks.length === 0 ? report : { ...report, warnings: [...report.warnings, ...remarks] };
}

/** A grade of three checks looks like that of all. */
function partOnly(report: Report, only: readonly string[]): readonly string[] {
  if (only.length === 0 || report.tests.length === 0 || !report.reached) return [];
  const shown = only.length > 5 ? `${only.slice(0, 5).join(",")} and ${only.length - 5} more` : only.join(",");
  return [`--only ${shown}: the grade stands for these checks alone.`];
}

/**
 * A tool that --allow-tool names and the server does not list: who misspells one believes that it was called. Nothing is
 * said where no list was seen: nobody may have asked for it.
 */
function idleConsent(report: Report, { tools }: Pick<Consent, "tools">): readonly string[] {
  if (report.toolNames.length === 0) return [];
  const idle = [...new Set(tools)].filter((name) => !report.toolNames.includes(name));
  return idle.map(
    (name) => `--allow-tool ${name}: the server lists no tool of that name.${didYouMean(name, report.toolNames)}`,
  );
}
