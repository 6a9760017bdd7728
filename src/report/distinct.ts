import { cut } from "../model/cut.ts";
import type { Finding } from "../model/mod.ts";

/** Characters of each text by which findings are compared; beyond it their lengths are. */
const KEY = 500;

/** A finding, and how many others of the same check say the same of other exchanges. */
export interface Told {
  readonly finding: Finding;
  readonly alike: number;
}

/** Findings that say the same are one, in the order of their first: a reader wants to see the other ones. */
export function distinct(findings: readonly Finding[]): readonly Told[] {
  const found = new Map<string, { finding: Finding; alike: number }>();
  for (const finding of findings) {
    const key = [finding.message, finding.expected ?? "", finding.actual ?? ""]
      .map((text) => cut(text, KEY))
      .join("\u0000");
    const first = found.get(key);
    if (first === undefined) found.set(key, { finding, alike: 0 });
    else first.alike += 1;
  }
  return [...found.values()];
}

/** How many findings are in neither of the shown ones nor alike. */
export function remaining(findings: readonly Finding[], shown: readonly Told[]): number {
  return shown.reduce((rest, { alike }) => rest - 1 - alike, findings.length);
}
