import type { TestResult } from "../model/mod.ts";
import { disarmLines, escapeTerminal } from "./escape.ts";
import { paintWith } from "./layout.ts";
import { failureBlock } from "./terminal-failure.ts";

/** Findings of one check that are told; a server that is wrong a thousand times fills no log with them. */
const FINDINGS = 50;

/** One failed check as plain text for other formats: findings, evidence, link and fix, 100 columns wide. */
export function plainFailure(test: TestResult): string {
  const page = {
    paint: paintWith(false),
    width: 100,
    unicode: true,
    verbose: false,
    findings: FINDINGS,
    safe: escapeTerminal,
    more: "…",
  };
  const lines = failureBlock(page, test, (text) => text).map((line) => line.replace(/^ {4}/, "").trimEnd());
  return disarmLines(lines.slice(1).join("\n"));
}
