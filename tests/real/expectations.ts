import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A verdict that was read against the exchange and the clause and found true. */
export interface Expectation {
  /** The check's id. */
  readonly check: string;
  readonly verdict: "fail" | "unknown";
  /** The runs in which it is so: "http@2025-11-25" and the like. */
  readonly on: readonly string[];
  /** What the server does, and which sentence it breaks. */
  readonly because: string;
}

/** What is expected of the servers whose names begin so; everything else must not fail and must be evaluable. */
export function expectationsOf(server: string): readonly Expectation[] {
  const file = fileURLToPath(new URL(`./expected/${server}.json`, import.meta.url));
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Expectation[]) : [];
}

/** The ids of the checks that have this verdict in a run, sorted. */
export function expectedIds(server: string, run: string, verdict: Expectation["verdict"]): readonly string[] {
  return expectationsOf(server)
    .filter((one) => one.verdict === verdict && one.on.includes(run))
    .map((one) => one.check)
    .toSorted();
}
