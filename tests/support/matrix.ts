import { expect } from "vitest";
import type { Recording } from "../../src/model/recording.ts";
import type { Report } from "../../src/model/report.ts";
import type { Revision, TransportKind } from "../../src/model/revision.ts";
import type { Server } from "../../src/model/serving.ts";
import type { Target } from "../../src/model/target.ts";
import { catalogueOf, type Edge, type RunOptions, runSuite } from "../../src/suite.ts";
import { memoryBait } from "./bait.ts";
import { createMemoryWire, type MemoryOptions } from "./memory-wire.ts";
import type { Variant } from "./mutate.ts";
import { MEMORY_URL } from "./reference.ts";
import { runOptions } from "./run.ts";

export type Category = "transport" | "lifecycle" | "tools" | "resources" | "prompts" | "errors" | "schema" | "security";

/** Longest wait for an answer in the matrix. In memory everything that answers does so in a few milliseconds. */
const TIMEOUT_MS = 1500;

/** Waits that a probe prescribes are cut: what is watched in memory happens at once. */
const LONGEST_SLEEP_MS = 15;

export interface VariantFile {
  readonly rule: string;
  readonly category: string;
  readonly variants: readonly Variant[];
}

/** The files of `import.meta.glob("./mutants/**", { eager: true, import: "default" })`, by rule. */
export function variantFiles(modules: Record<string, unknown>): readonly VariantFile[] {
  return Object.entries(modules).map(([path, variants]) => {
    const [, category = "", rule = ""] = /([^/]+)\/([^/]+)\.ts$/.exec(path) ?? [];
    return { rule, category, variants: variants as readonly Variant[] };
  });
}

export const MEMORY_TARGETS: { readonly [T in TransportKind]: Target } = {
  http: { kind: "http", url: MEMORY_URL, headers: [] },
  stdio: { kind: "stdio", command: "reference", args: [], env: {} },
};

export interface Ran {
  readonly report: Report;
  readonly recording: Recording;
}

/** Runs the suite on a server in memory, pinned to a revision. */
export async function runInMemory(
  server: Server,
  revision: Revision,
  transport: TransportKind,
  changes: Partial<RunOptions> = {},
  memory: MemoryOptions = {},
): Promise<Ran> {
  const options = runOptions(MEMORY_TARGETS[transport], {
    specVersion: revision,
    timeoutMs: TIMEOUT_MS,
    preflightTimeoutMs: TIMEOUT_MS,
    startupTimeoutMs: TIMEOUT_MS,
    ...changes,
  });
  try {
    return await runSuite(options, memoryEdge(server, memory));
  } finally {
    server.close();
  }
}

/** What a run takes from outside, where the server is in memory. */
export function memoryEdge(server: Server, memory: MemoryOptions = {}): Edge {
  const started = performance.now();
  return {
    wire: (target, how) => createMemoryWire(server, target, { ...memory, now: how.now }),
    now: () => performance.now() - started,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const over = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", over);
          resolve();
        };
        const timer = setTimeout(over, Math.min(ms, LONGEST_SLEEP_MS));
        signal?.addEventListener("abort", over);
      }),
    bait: memoryBait,
    env: {},
    seed: () => 20_260_728,
    date: () => "2026-01-01T00:00:00.000Z",
  };
}

/** Runs the suite on a mutant or trap, with what its user says. */
export function runVariant(
  variant: Variant,
  revision: Revision,
  transport: TransportKind,
  changes: Partial<RunOptions> = {},
): Promise<Ran> {
  const { url = MEMORY_URL, headers = [], tools = [], tokenInQuery = false } = variant.user;
  const target = MEMORY_TARGETS[transport];
  return runInMemory(variant.server(revision), revision, transport, {
    target: target.kind === "http" ? { ...target, url, headers } : target,
    consent: { tools, tokenInQuery },
    ...changes,
  });
}

/** id -> outcome, for comparing runs. */
export function verdicts(report: Report): { readonly [id: string]: string } {
  return Object.fromEntries(report.tests.map((one) => [one.id, one.outcome]));
}

/** The checks that did not go well, with what was said of them, so that a broken expectation explains itself. */
export function ids(report: Report, outcome: "fail" | "unknown"): readonly string[] {
  return report.tests.filter((one) => one.outcome === outcome).map((one) => `${one.id}: ${one.details}`);
}

export function failedIds(report: Report): readonly string[] {
  return report.tests.filter((one) => one.outcome === "fail").map((one) => one.id);
}

/** Every finding points at an exchange that was recorded. */
export function expectPlaces({ report, recording }: Ran): void {
  const known = new Set(recording.runs.flatMap((run) => run.exchanges.map((one) => one.id)));
  for (const test of report.tests) {
    for (const one of test.findings) {
      expect(known.has(one.at.exchange), `${test.id} points at ${one.at.exchange}, which was not recorded`).toBe(true);
    }
  }
}

/** The transports on which a rule is judged in a revision. */
export function transportsOf(rule: string, revision: Revision): readonly TransportKind[] {
  return catalogueOf(revision, "full").rules.find((one) => one.id === rule)?.revisions[revision]?.transports ?? [];
}

/** The smallest profile that has a rule in a revision. */
export function profileOf(rule: string, revision: Revision): RunOptions["profile"] {
  return catalogueOf(revision, "core").rules.some((one) => one.id === rule) ? "core" : "full";
}

/** Where a variant is run: the transports that it and the rule have in common. */
export function placesOf(rule: string, variant: Variant): readonly { revision: Revision; transport: TransportKind }[] {
  return variant.revisions.flatMap((revision) =>
    transportsOf(rule, revision)
      .filter((transport) => variant.transports.includes(transport))
      .map((transport) => ({ revision, transport })),
  );
}
