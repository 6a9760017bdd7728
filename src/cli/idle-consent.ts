import type { Consent, Report } from "../model/mod.ts";
import { didYouMean } from "../model/nearest.ts";

/**
 * Adds a warning for each tool that --allow-tool names and the server does not list: who misspells one believes that it
 * was called. Nothing is said where no list was seen: nobody may have asked for it.
 */
export function withIdleConsent(report: Report, { tools }: Pick<Consent, "tools">): Report {
  if (report.toolNames.length === 0) return report;
  const idle = [...new Set(tools)].filter((name) => !report.toolNames.includes(name));
  if (idle.length === 0) return report;
  const warnings = idle.map(
    (name) => `--allow-tool ${name}: the server lists no tool of that name.${didYouMean(name, report.toolNames)}`,
  );
  return { ...report, warnings: [...report.warnings, ...warnings] };
}
