import type { LoadReport } from "../model/load.ts";
import { escapeJson } from "./escape.ts";

/** The report as JSON: also what --baseline reads. */
export function loadJson(report: LoadReport): string {
  return `${escapeJson(JSON.stringify(report, null, 2))}\n`;
}
