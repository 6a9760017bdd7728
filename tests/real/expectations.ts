import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A verdict that was read against the exchange and the clause and found true. */
export interface Expectation {
  /** The check's id. */
  readonly check: string;
  readonly verdict: "fail" | "unknown";
  /** The runs in which it is so: the server's name and the revision, "sdk1 guarded http@2025-11-25". */
  readonly on: readonly string[];
  /** What the server does, and which sentence it breaks. */
  readonly because: string;
}

/** The first word of a server's name. */
export function makeOf(name: string): string {
  return name.split(" ")[0] ?? "";
}

/** What is expected of the servers of a make; everything else must not fail and must be evaluable. */
export function expectationsOf(make: string): readonly Expectation[] {
  const file = fileURLToPath(new URL(`./expected/${make}.json`, import.meta.url));
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Expectation[]) : [];
}

/** The ids of the checks that have this verdict in a run, sorted. */
export function expectedIds(run: string, verdict: Expectation["verdict"]): readonly string[] {
  return expectationsOf(makeOf(run))
    .filter((one) => one.verdict === verdict && one.on.includes(run))
    .map((one) => one.check)
    .toSorted();
}
