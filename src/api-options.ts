/** Whether what `runComplianceSuite`, `gather` and `judge` are given makes sense. */
import type { ComplianceOptions, ComplianceTarget, Selection } from "./api-types.ts";
import { isObject } from "./model/json.ts";
import { didYouMean } from "./model/nearest.ts";
import { REVISIONS } from "./model/revision.ts";
import type { Header, Target } from "./model/target.ts";
import type { RunOptions } from "./suite.ts";

const PROFILES = ["core", "full"] as const;
/** Longest time that a timer takes. */
const LONGEST_MS = 2_147_483_647;

type Names<T> = { readonly [K in keyof Required<T>]: true };

const SELECTION: Names<Selection> = { only: true, skip: true, profile: true };
const KNOWN: Names<ComplianceOptions> = {
  ...SELECTION,
  headers: true,
  timeout: true,
  startupTimeout: true,
  preflightTimeout: true,
  retries: true,
  concurrency: true,
  specVersion: true,
  allowTools: true,
  signal: true,
  onTestComplete: true,
  onProgress: true,
  onStatus: true,
};
const HTTP: Names<Extract<ComplianceTarget, { type: "http" }>> = {
  type: true,
  url: true,
  headers: true,
  insecure: true,
  ca: true,
};
const STDIO: Names<Extract<ComplianceTarget, { type: "stdio" }>> = {
  type: true,
  command: true,
  args: true,
  env: true,
  cwd: true,
};

/** A run without what it tells and what ends it. @throws TypeError on what makes no sense. */
export function runOptions(
  target: string | ComplianceTarget,
  options: ComplianceOptions,
): Omit<RunOptions, "signal" | "onStatus" | "onTestComplete" | "onPlan"> {
  known("options", "option", options, KNOWN);
  checkSelection(options);
  strings("allowTools", options.allowTools);
  oneOf("specVersion", options.specVersion ?? "auto", ["auto", ...REVISIONS]);
  for (const name of ["onTestComplete", "onProgress", "onStatus"] as const) {
    const given: unknown = options[name];
    if (given !== undefined && typeof given !== "function") throw new TypeError(`'${name}' must be a function`);
  }
  const { signal } = options;
  // By what it does: a signal may come from another realm or a library.
  if (signal !== undefined && typeof (signal as Partial<AbortSignal> | null)?.throwIfAborted !== "function") {
    const controller = isObject(signal) && "abort" in signal ? "; of an AbortController, that is its signal" : "";
    throw new TypeError(`'signal' must be an AbortSignal${controller}`);
  }
  const ms = (name: "timeout" | "startupTimeout" | "preflightTimeout", otherwise: number) =>
    whole(name, options[name] ?? otherwise, 1, LONGEST_MS);
  const timeoutMs = ms("timeout", 15_000);
  return {
    target: targetOf(target, options.headers),
    specVersion: options.specVersion ?? "auto",
    timeoutMs,
    startupTimeoutMs: ms("startupTimeout", Math.max(timeoutMs, 60_000)),
    preflightTimeoutMs: ms("preflightTimeout", Math.min(timeoutMs, 10_000)),
    retries: whole("retries", options.retries ?? 0, 0, 100),
    concurrency: whole("concurrency", options.concurrency ?? 1, 1, 256),
    ...selected(options),
    consent: { tools: options.allowTools ?? [], tokenInQuery: false },
  };
}

/** The selection of a recording; options of a run are let be. @throws TypeError on what makes no sense. */
export function selectionOf(selection: Selection): Required<Selection> {
  known("selection", "option", selection, KNOWN);
  checkSelection(selection);
  return selected(selection);
}

function selected({ only, skip, profile }: Selection): Required<Selection> {
  return { only: only ?? [], skip: skip ?? [], profile: profile ?? "core" };
}

function targetOf(given: string | ComplianceTarget, headers: ComplianceOptions["headers"]): Target {
  const target: ComplianceTarget = typeof given === "string" ? { type: "http", url: given } : given;
  const type: unknown = isObject(target) ? target.type : undefined;
  if (type === "stdio") return stdioOf(target as Extract<ComplianceTarget, { type: "stdio" }>);
  return httpOf(type === "http" ? (target as Extract<ComplianceTarget, { type: "http" }>) : undefined, headers);
}

function stdioOf(target: Extract<ComplianceTarget, { type: "stdio" }>): Target {
  known("target", "member", target, STDIO);
  const { command, args = [], env = {}, cwd } = target;
  if (typeof command !== "string" || command === "" || command.includes("\0")) {
    throw new TypeError("'target.command' must be the name or path of a program");
  }
  strings("target.args", args);
  const broken = args.findIndex((one) => one.includes("\0"));
  if (broken !== -1) throw new TypeError(`'target.args[${broken}]' has a NUL in it, which no command line can`);
  record("target.env", env);
  for (const [name, value] of Object.entries(env)) {
    // The value is not repeated: it may be a secret.
    if (name !== "" && !/[=\0]/.test(name) && typeof value === "string" && !value.includes("\0")) continue;
    throw new TypeError(
      `'target.env': ${JSON.stringify(name)} must be a name without "=", and its value a text without NUL`,
    );
  }
  if (cwd !== undefined && (typeof cwd !== "string" || cwd === "" || cwd.includes("\0"))) {
    throw new TypeError("'target.cwd' must be the path of a folder");
  }
  return { kind: "stdio", command, args, env, ...(cwd === undefined ? {} : { cwd }) };
}

function httpOf(
  target: Extract<ComplianceTarget, { type: "http" }> | undefined,
  headers: ComplianceOptions["headers"],
): Target {
  const text: unknown = target?.url;
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  if (target === undefined || url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('\'target\' must be an http:// or https:// URL, or a target of type "http" or "stdio"');
  }
  known("target", "member", target, HTTP);
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("'target' has a user name or password in its URL: give them as the header Authorization");
  }
  url.hash = "";
  const { insecure, ca } = target;
  if (insecure !== undefined && typeof insecure !== "boolean") {
    throw new TypeError("'target.insecure' must be true or false");
  }
  if (ca !== undefined && (typeof ca !== "string" || !ca.includes("-----BEGIN CERTIFICATE-----"))) {
    throw new TypeError("'target.ca' must be PEM text: -----BEGIN CERTIFICATE----- ...");
  }
  const own = headersOf("target.headers", target.headers);
  const over = headersOf("headers", headers);
  const replaced = new Set(over.map(([name]) => name.toLowerCase()));
  return {
    kind: "http",
    url: url.href,
    headers: [...own.filter(([name]) => !replaced.has(name.toLowerCase())), ...over],
    ...(insecure === undefined ? {} : { insecure }),
    ...(ca === undefined ? {} : { ca }),
  };
}

/** No message repeats a value: it may be a secret. */
function headersOf(where: string, headers: Readonly<Record<string, string>> = {}): readonly Header[] {
  record(where, headers);
  return Object.entries(headers).map(([name, value]): Header => {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) {
      throw new TypeError(`'${where}': ${JSON.stringify(name)} is no header's name`);
    }
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

/** Only names that are known: a misspelt one would be passed over in silence. */
export function known(
  name: string,
  kind: "option" | "member",
  value: unknown,
  names: Readonly<Record<string, true>>,
): void {
  if (!isObject(value)) throw new TypeError(`'${name}' must be an object`);
  for (const one of Object.keys(value)) {
    if (Object.hasOwn(names, one)) continue;
    const where = kind === "option" ? "" : `'${name}': `;
    throw new TypeError(`${where}There is no ${kind} '${one}'.${didYouMean(one, Object.keys(names))}`);
  }
}

/** An object with members: of a Headers or a Map nothing would be read. */
function record(name: string, value: unknown): void {
  if (isObject(value) && !(Symbol.iterator in value)) return;
  const iterable = isObject(value) ? `; Object.fromEntries(${name}) makes one` : "";
  throw new TypeError(`'${name}' must be a plain object of names and texts${iterable}`);
}

function strings(name: string, value: readonly string[] | undefined): void {
  // Array.from gives the holes of an array as well.
  if (value === undefined || (Array.isArray(value) && Array.from(value).every((one) => typeof one === "string")))
    return;
  throw new TypeError(`'${name}' must be an array of strings`);
}

export function oneOf(name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw new TypeError(`'${name}' must be one of ${choices.join(", ")}; got ${shown(value)}`);
}

export function whole(name: string, value: number, from: number, to: number): number {
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new TypeError(`'${name}' must be a whole number from ${from} to ${to}; got ${shown(value)}`);
}

/** Whatever it is, without an error of its own. */
function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : isObject(value) ? "an object" : String(value);
}
