import { specBaseFor } from "./engine/assess.ts";
import type { Recording } from "./model/recording.ts";
import type { Report, TestResult } from "./model/report.ts";
import type { Revision } from "./model/revision.ts";
import type { Target } from "./model/target.ts";
import { type JsonReport, toJson } from "./report/json.ts";
import { catalogueIds } from "./rules/mod.ts";
import { nodeRuntime } from "./runtime/mod.ts";
import { type CatalogueEntry, catalogueEntries, judgeRecording, type RunOptions, runSuite } from "./suite.ts";

export { specBaseFor };

/** Options of a run; what is left out is as on the command line. Times in milliseconds. */
export interface ComplianceOptions {
  /** Sent with every request (HTTP). */
  readonly headers?: Readonly<Record<string, string>>;
  /** Per request, 15000. */
  readonly timeout?: number;
  /** For the first answer, max(timeout, 60000). */
  readonly startupTimeout?: number;
  /** For `server/discover` over HTTP, min(timeout, 10000). */
  readonly preflightTimeout?: number;
  readonly retries?: number;
  readonly concurrency?: number;
  /** Categories or ids. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly specVersion?: "auto" | Revision;
  readonly profile?: "core" | "full";
  /** Tools that may be called whatever their annotations say. */
  readonly allowTools?: readonly string[];
  /** Aborting ends the run; what was not measured by then is not evaluable. */
  readonly signal?: AbortSignal;
  /** Each check once, as soon as it has its verdict. */
  onTestComplete?(result: TestResult): void;
  /** How far the run is, after each check. A skip arrives as passed. */
  onProgress?(testId: string, passed: boolean, details: string): void;
  /** What is being waited for before the first check. */
  onStatus?(message: string): void;
}

/** Tests a server and gives the report in its published JSON form. Nothing that a server does makes it reject. */
export async function runComplianceSuite(
  target: string | Target,
  options: ComplianceOptions = {},
): Promise<JsonReport> {
  return toJson((await gather(target, options)).report);
}

/** Tests a server; gives the report and all that was said. */
export function gather(
  target: string | Target,
  options: ComplianceOptions = {},
): Promise<{ readonly report: Report; readonly recording: Recording }> {
  return runSuite(runOptions(targetOf(target, options.headers), options), nodeRuntime());
}

/** Judges a recording again; nothing is sent. */
export function judge(
  recording: Recording,
  options: Pick<ComplianceOptions, "only" | "skip" | "profile"> = {},
): Report {
  return judgeRecording(recording, {
    only: options.only ?? [],
    skip: options.skip ?? [],
    profile: options.profile ?? "core",
  });
}

/** The checks of a revision, in report order. */
export function getTestDefinitions(version: Revision): readonly CatalogueEntry[] {
  const core = new Set(catalogueIds(version, "core"));
  return catalogueEntries(version).filter((one) => core.has(one.id));
}

function targetOf(target: string | Target, headers: ComplianceOptions["headers"]): Target {
  const given: Target = typeof target === "string" ? { kind: "http", url: target, headers: [] } : target;
  if (given.kind !== "http") return given;
  if (!URL.canParse(given.url) || !/^https?:$/.test(new URL(given.url).protocol)) {
    throw new TypeError(`'target' must be an http:// or https:// URL, or a target of kind "stdio"; got "${given.url}"`);
  }
  return { ...given, headers: [...given.headers, ...Object.entries(headers ?? {})] };
}

function runOptions(target: Target, options: ComplianceOptions): RunOptions {
  const timeoutMs = options.timeout ?? 15_000;
  const { onTestComplete, onProgress, onStatus } = options;
  return {
    target,
    specVersion: options.specVersion ?? "auto",
    timeoutMs,
    startupTimeoutMs: options.startupTimeout ?? Math.max(timeoutMs, 60_000),
    preflightTimeoutMs: options.preflightTimeout ?? Math.min(timeoutMs, 10_000),
    retries: options.retries ?? 0,
    concurrency: options.concurrency ?? 1,
    only: options.only ?? [],
    skip: options.skip ?? [],
    profile: options.profile ?? "core",
    consent: { tools: options.allowTools ?? [], tokenInQuery: false },
    signal: options.signal ?? new AbortController().signal,
    ...(onTestComplete === undefined && onProgress === undefined
      ? {}
      : {
          onTestComplete(result: TestResult) {
            onTestComplete?.(result);
            const passed = result.outcome === "pass" || result.outcome === "skip";
            onProgress?.(result.id, passed, result.details);
          },
        }),
    ...(onStatus === undefined ? {} : { onStatus }),
  };
}
