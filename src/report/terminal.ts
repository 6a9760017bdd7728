import type { Report } from "../model/mod.ts";
import { resultLine } from "./result-line.ts";

export interface Look {
  readonly color: boolean;
  readonly width: number;
  readonly unicode: boolean;
  readonly verbose: boolean;
}

export function terminalReport(report: Report, look: Look): string {
  return `${report.grade} ${report.score}\n${report.tests.map((test) => resultLine(test, look)).join("\n")}\n`;
}
