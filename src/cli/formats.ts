import type { Report } from "../model/mod.ts";

/** Every report format, the one for people first. */
export const FORMATS = ["terminal", "json", "sarif", "github", "markdown", "html", "junit"] as const;
export type Format = (typeof FORMATS)[number];

export interface Look {
  readonly color: boolean;
  /** Columns. */
  readonly width: number;
  /** False: ASCII only. */
  readonly unicode: boolean;
  /** Every finding, every exchange, the notes. */
  readonly verbose: boolean;
}

/** Prints a report. The printers are loaded when they are asked for. The text ends in a newline. */
export async function print(report: Report, format: Format, look: Look): Promise<string> {
  switch (format) {
    case "terminal":
      return (await import("../report/terminal.ts")).terminalReport(report, look);
    case "json":
      return (await import("../report/json.ts")).jsonReport(report);
    case "sarif":
      return (await import("../report/sarif.ts")).sarifReport(report);
    case "github":
      return (await import("../report/github.ts")).githubReport(report);
    case "markdown":
      return (await import("../report/markdown.ts")).markdownReport(report);
    case "html":
      return (await import("../report/html.ts")).htmlReport(report);
    case "junit":
      return (await import("../report/junit.ts")).junitReport(report);
  }
}
