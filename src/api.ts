import { specBaseFor as baseOf, linkTo } from "./engine/assess.ts";
import { didYouMean } from "./model/nearest.ts";
import type { Recording } from "./model/recording.ts";
import type { TestResult as Judged, Report } from "./model/report.ts";
import { REVISIONS, type Revision, type TransportKind } from "./model/revision.ts";
import type { Category } from "./model/rule.ts";
import type { Header, Target } from "./model/target.ts";
import { type JsonReport, type JsonTest, toJson, toJsonTest } from "./report/json.ts";
import { inCatalogue, RULES } from "./rules/mod.ts";
import { nodeRuntime } from "./runtime/mod.ts";
import { judgeRecording, type RunOptions, runSuite } from "./suite.ts";

const PROFILES = ["core", "full"] as const;
/** Longest time that a timer takes. */
const LONGEST_MS = 2_147_483_647;

/** A server to test, as the config file names it. */
export type ComplianceTarget =
  | {
      readonly type: "http";
      /** http:// or https://, without user name and password: those belong into `headers`. */
      readonly url: string;
      /** Sent with every request. Their secrets are in no report and no recording. */
      readonly headers?: Readonly<Record<string, string>>;
      /** Do not verify the TLS certificate. */
      readonly insecure?: boolean;
      /** PEM text of an additional certificate authority. */
      readonly ca?: string;
    }
  | {
      readonly type: "stdio";
      /** Started as it is, by no shell. */
      readonly command: string;
      readonly args?: readonly string[];
      /** Added to the environment of this process. */
      readonly env?: Readonly<Record<string, string>>;
      /** Working directory of the server; absent: this process's. */
      readonly cwd?: string;
    };

/** Which checks, of a run or of a recording. */
export interface Selection {
  /** Categories or ids; absent or empty: all. */
  readonly only?: readonly string[];
  /** Categories or ids to leave out. */
  readonly skip?: readonly string[];
  /** core (default): the graded catalogue. full: every rule that is known. */
  readonly profile?: "core" | "full";
}

/** Options of a run; what is left out is as on the command line. Times in milliseconds. */
export interface ComplianceOptions extends Selection {
  /** Sent with every request (HTTP), over those of the target. Their secrets are in no report and no recording. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For each request: 15000. */
  readonly timeout?: number;
  /** For the first answer: max(timeout, 60000). */
  readonly startupTimeout?: number;
  /** For `server/discover` over HTTP: min(timeout, 10000). */
  readonly preflightTimeout?: number;
  /** How often what could not be measured is tried again: 0. A measured failure stays one. */
  readonly retries?: number;
  /** Conversations at the same time: 1. The verdicts stay the same. */
  readonly concurrency?: number;
  /** The revision to grade by; auto (default) asks the server and takes the newest that it speaks. */
  readonly specVersion?: "auto" | Revision;
  /** Tools that may be called whatever their annotations say. */
  readonly allowTools?: readonly string[];
  /** Aborting ends the run at once: the promise is rejected with the signal's reason, and no child stays. */
  readonly signal?: AbortSignal;
  /**
   * Each check once, as soon as it has its verdict, and before the promise resolves. With `retries`, what could not be
   * measured is told of last. An error that it throws ends the run.
   */
  readonly onTestComplete?: (result: JsonTest) => void;
  /** The same in short, after `onTestComplete`. A skip arrives as passed. */
  readonly onProgress?: (testId: string, passed: boolean, details: string) => void;
  /** What is being waited for before the first check. */
  readonly onStatus?: (message: string) => void;
}

/** A check of a catalogue. */
export interface TestDefinition {
  readonly id: string;
  readonly name: string;
  readonly category: Category;
  /** Required of every server. */
  readonly required: boolean;
  /** The capability that makes it required where a server declares it: "tools". */
  readonly requiredWhen?: string;
  readonly transports: readonly TransportKind[];
  /** Link to the clause of the specification. */
  readonly specRef: string;
  /** Why it matters. */
  readonly description: string;
  /** What the author of a server does about it. */
  readonly fix: string;
}

/**
 * Tests a server and gives the report in its published JSON form. Nothing that a server does makes it reject: one that
 * cannot be reached has a report as well. @throws TypeError on a target or options that make no sense; the signal's reason
 * when it is aborted; what a callback threw.
 */
export async function runComplianceSuite(
  target: string | ComplianceTarget,
  options: ComplianceOptions = {},
): Promise<JsonReport> {
  return toJson((await gather(target, options)).report);
}

/**
 * Tests a server; gives the report with all its evidence, and the recording of all that was said, which `judge` takes. A
 * recording is plain JSON without the secrets of the target. Rejects as `runComplianceSuite` does.
 */
export async function gather(
  target: string | ComplianceTarget,
  options: ComplianceOptions = {},
): Promise<{ readonly report: Report; readonly recording: Recording }> {
  const run = runOptions(target, options);
  run.signal.throwIfAborted();
  const result = await runSuite(run, nodeRuntime());
  // What was cut short grades nobody.
  run.signal.throwIfAborted();
  return result;
}

/** Judges a recording again, by the rules of this version; nothing is sent. */
export function judge(recording: Recording, selection: Selection = {}): Report {
  checkSelection(selection);
  return judgeRecording(recording, {
    only: selection.only ?? [],
    skip: selection.skip ?? [],
    profile: selection.profile ?? "core",
  });
}

export type ReportFormat = "terminal" | "json" | "sarif" | "github" | "markdown" | "html" | "junit";

/** How a report for people looks. */
export interface ReportStyle {
  /** Colours: false. */
  readonly color?: boolean;
  /** Columns: 100. */
  readonly width?: number;
  /** False: ASCII only. True by default. */
  readonly unicode?: boolean;
  /** Every finding and exchange, and notes on passed checks: false. */
  readonly verbose?: boolean;
}

/** Prints a report of `gather` or `judge`. What of it may be the server's is made safe for the format. */
export async function report(of: Report, format: ReportFormat, style: ReportStyle = {}): Promise<string> {
  const { FORMATS, print } = await import("./cli/formats.ts");
  oneOf("format", format, FORMATS);
  const { color = false, width = 100, unicode = true, verbose = false } = style;
  return await print(of, format, { color, width, unicode, verbose });
}

/** The checks of a revision, in report order: 88 for 2025-11-25, 103 for 2026-07-28; the full profile has more. */
export function getTestDefinitions(version: Revision, profile: "core" | "full" = "core"): readonly TestDefinition[] {
  oneOf("version", version, REVISIONS);
  oneOf("profile", profile, PROFILES);
  return inCatalogue(RULES, version, profile).flatMap((rule): readonly TestDefinition[] => {
    const own = rule.revisions[version];
    if (own === undefined) return [];
    const { id, title: name, category, why: description, fix } = rule;
    const [clause] = own.clauses;
    const specRef = clause === undefined ? baseOf(version) : linkTo(version, clause);
    const when = typeof own.required === "string" ? { requiredWhen: own.required } : {};
    const required = own.required === true;
    return [{ id, name, category, required, ...when, transports: own.transports, specRef, description, fix }];
  });
}

/** The checks of 2025-11-25. */
export const TEST_DEFINITIONS: readonly TestDefinition[] = getTestDefinitions("2025-11-25");

/** The address below which the pages of a revision of the specification stand. */
export function specBaseFor(version: Revision): string {
  oneOf("version", version, REVISIONS);
  return baseOf(version);
}

const KNOWN: { readonly [K in keyof Required<ComplianceOptions>]: true } = {
  headers: true,
  timeout: true,
  startupTimeout: true,
  preflightTimeout: true,
  retries: true,
  concurrency: true,
  only: true,
  skip: true,
  profile: true,
  specVersion: true,
  allowTools: true,
  signal: true,
  onTestComplete: true,
  onProgress: true,
  onStatus: true,
};

function runOptions(target: string | ComplianceTarget, options: ComplianceOptions): RunOptions {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(KNOWN, name)) continue;
    throw new TypeError(`There is no option '${name}'.${didYouMean(name, Object.keys(KNOWN))}`);
  }
  checkSelection(options);
  strings("allowTools", options.allowTools);
  oneOf("specVersion", options.specVersion ?? "auto", ["auto", ...REVISIONS]);
  const ms = (name: "timeout" | "startupTimeout" | "preflightTimeout", otherwise: number) =>
    whole(name, options[name] ?? otherwise, 1, LONGEST_MS);
  const timeoutMs = ms("timeout", 15_000);
  let revision: Revision = "2025-11-25";
  const { onTestComplete, onProgress, onStatus } = options;
  return {
    target: targetOf(target, options.headers),
    specVersion: options.specVersion ?? "auto",
    timeoutMs,
    startupTimeoutMs: ms("startupTimeout", Math.max(timeoutMs, 60_000)),
    preflightTimeoutMs: ms("preflightTimeout", Math.min(timeoutMs, 10_000)),
    retries: whole("retries", options.retries ?? 0, 0, 100),
    concurrency: whole("concurrency", options.concurrency ?? 1, 1, 256),
    only: options.only ?? [],
    skip: options.skip ?? [],
    profile: options.profile ?? "core",
    consent: { tools: options.allowTools ?? [], tokenInQuery: false },
    signal: options.signal ?? new AbortController().signal,
    onPlan(plan) {
      revision = plan.revision;
    },
    ...(onTestComplete === undefined && onProgress === undefined
      ? {}
      : {
          onTestComplete(judged: Judged) {
            const result = toJsonTest(judged, revision);
            onTestComplete?.(result);
            onProgress?.(result.id, result.passed, result.details);
          },
        }),
    ...(onStatus === undefined ? {} : { onStatus }),
  };
}

function targetOf(target: string | ComplianceTarget, headers: ComplianceOptions["headers"]): Target {
  const given: ComplianceTarget = typeof target === "string" ? { type: "http", url: target } : target;
  if (given.type === "stdio") {
    const { command, args = [], env = {}, cwd } = given;
    if (typeof command !== "string" || command === "") {
      throw new TypeError("'target.command' must be the name or path of a program");
    }
    strings("target.args", args);
    return { kind: "stdio", command, args, env, ...(cwd === undefined ? {} : { cwd }) };
  }
  const url = typeof given.url === "string" && URL.canParse(given.url) ? new URL(given.url) : undefined;
  if (given.type !== "http" || url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('\'target\' must be an http:// or https:// URL, or a target of type "http" or "stdio"');
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("'target' has a user name or password in its URL: give them as the header Authorization");
  }
  url.hash = "";
  const own = headersOf("target.headers", given.headers);
  const over = headersOf("headers", headers);
  const replaced = new Set(over.map(([name]) => name.toLowerCase()));
  return {
    kind: "http",
    url: url.href,
    headers: [...own.filter(([name]) => !replaced.has(name.toLowerCase())), ...over],
    ...(given.insecure === undefined ? {} : { insecure: given.insecure }),
    ...(given.ca === undefined ? {} : { ca: given.ca }),
  };
}

/** No message repeats a value: it may be a secret. */
function headersOf(where: string, headers: Readonly<Record<string, string>> = {}): readonly Header[] {
  return Object.entries(headers).map(([name, value]): Header => {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) throw new TypeError(`'${where}': "${name}" is no header's name`);
    if (typeof value !== "string" || /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) {
      throw new TypeError(`'${where}': the value of ${name} must be a text that a header can carry`);
    }
    return [name, value.trim()];
  });
}

function checkSelection({ only, skip, profile }: Selection): void {
  strings("only", only);
  strings("skip", skip);
  oneOf("profile", profile ?? "core", PROFILES);
}

function strings(name: string, value: readonly string[] | undefined): void {
  if (value === undefined || (Array.isArray(value) && value.every((one) => typeof one === "string"))) return;
  throw new TypeError(`'${name}' must be an array of strings`);
}

function oneOf(name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw new TypeError(`'${name}' must be one of ${choices.join(", ")}; got ${JSON.stringify(value)}`);
}

function whole(name: string, value: number, from: number, to: number): number {
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new TypeError(`'${name}' must be a whole number from ${from} to ${to}; got ${String(value)}`);
}
