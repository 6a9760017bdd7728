import { type Consent, type Grade, type Revision, type Target, type TransportKind, UserFault } from "../model/mod.ts";
import { type Argv, choice } from "./argv.ts";
import { loadConfig } from "./config.ts";
import type { Config } from "./config-types.ts";
import { DEFAULTS } from "./defaults.ts";
import { FORMATS, type Format } from "./formats.ts";
import type { Profile } from "./suite-port.ts";
import { chooseTarget, idleWithSelf } from "./target.ts";
import { parseList, parseMs, parseWhole } from "./values.ts";
import type { World } from "./world.ts";

export interface ReportFile {
  readonly format: Format;
  readonly file: string;
}

/** What `test` is to do: the command line over the config over the defaults. Times in milliseconds. */
export interface Settings {
  readonly target: Target | undefined;
  readonly self: boolean;
  readonly specVersion: "auto" | Revision;
  readonly profile: Profile;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly list: boolean;
  readonly transport: TransportKind | undefined;
  readonly consent: Consent;
  readonly timeoutMs: number;
  readonly startupTimeoutMs: number;
  readonly preflightTimeoutMs: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly format: Format;
  readonly reports: readonly ReportFile[];
  readonly output: string | undefined;
  readonly record: string | undefined;
  readonly open: boolean;
  readonly verbose: boolean;
  readonly strict: boolean;
  readonly minGrade: Grade | undefined;
  /** The file of known failures. */
  readonly baseline: string | undefined;
  readonly updateBaseline: boolean;
  readonly warnings: readonly string[];
}

/** @throws UserFault on whatever a person got wrong. */
export async function settle(argv: Argv, world: World): Promise<Settings> {
  const last = (name: string) => argv.values.get(name)?.at(-1);
  const flag = (name: string) => argv.flags.get(name) === true;
  const config = await loadConfig(world, last("config"));
  const chosen = flag("self") ? selfOnly(argv) : await chooseTarget(argv, config, world);
  const ms = (name: string, own: number | undefined) => {
    const text = last(name);
    return text === undefined ? own : parseMs(`--${name}`, text);
  };
  const whole = (name: string, own: number, from: number, to: number) => {
    const text = last(name);
    return text === undefined ? own : parseWhole(`--${name}`, text, from, to, "", "2");
  };
  const timeoutMs = ms("timeout", config.timeout) ?? DEFAULTS.timeoutMs;
  const list = flag("list");
  const transport = last("transport") as TransportKind | undefined;
  return {
    target: chosen.target,
    self: flag("self"),
    specVersion: (last("spec-version") as Settings["specVersion"] | undefined) ?? config.specVersion ?? "auto",
    profile: (last("profile") as Profile | undefined) ?? config.profile ?? "core",
    ...selectionOf(argv, config),
    list,
    transport,
    consent: { tools: argv.values.get("allow-tool") ?? [], tokenInQuery: flag("allow-token-in-query") },
    timeoutMs,
    startupTimeoutMs: ms("startup-timeout", config.startupTimeout) ?? DEFAULTS.startupTimeoutMs(timeoutMs),
    preflightTimeoutMs: ms("preflight-timeout", config.preflightTimeout) ?? DEFAULTS.preflightTimeoutMs(timeoutMs),
    retries: whole("retries", config.retries ?? DEFAULTS.retries, 0, 100),
    concurrency: whole("concurrency", config.concurrency ?? DEFAULTS.concurrency, 1, 256),
    ...outputsOf(argv, config),
    record: last("record"),
    warnings: [
      ...chosen.warnings,
      ...slips(argv),
      ...transportWarning(list, transport, chosen.target),
      ...(list ? idleWithList(argv) : []),
    ],
  };
}

function selfOnly(argv: Argv): { readonly target: undefined; readonly warnings: readonly string[] } {
  if (argv.words.length > 0) {
    throw new UserFault(
      `--self tests the built-in server; "${argv.words.join(" ")}" cannot be tested in the same run.`,
    );
  }
  return { target: undefined, warnings: idleWithSelf(argv) };
}

/** An option with a slip of the pen goes to the server, and a gate that was meant is not there. */
function slips({ nearlyOurs }: Argv): readonly string[] {
  return nearlyOurs.map(
    ({ word, meant }) =>
      `${word} was given to the server: mcp-compliance has no such option. If ${meant} was meant, correct it; if it is ` +
      "the server's, put -- before the command.",
  );
}

function transportWarning(list: boolean, transport: TransportKind | undefined, target: Target | undefined) {
  if (transport === undefined) return [];
  if (!list) return ["--transport has no effect without --list: the target says what the transport is."];
  if (target !== undefined && target.kind !== transport) {
    return [`--transport ${transport} has no effect: the target is reached over ${target.kind}.`];
  }
  return [];
}

/** A list is no run: it has no report, no gate and no file. */
function idleWithList(argv: Argv): readonly string[] {
  const idle = ["report", "output", "record", "open", "strict", "min-grade", "baseline", "update-baseline"];
  const format = argv.values.get("format")?.at(-1);
  return [
    ...idle
      .filter((name) => argv.values.has(name) || argv.flags.get(name) === true)
      .map((name) => `--${name} has no effect with --list: nothing is run.`),
    ...(format === undefined || format === "terminal" || format === "json"
      ? []
      : [`--format ${format} has no effect with --list: the list is text, or JSON.`]),
  ];
}

/** `--only`, `--skip` as given, else the config's. */
export function selectionOf(
  argv: Argv,
  config: Config,
): { readonly only: readonly string[]; readonly skip: readonly string[] } {
  const only = argv.values.get("only");
  const skip = argv.values.get("skip");
  return {
    only: only === undefined ? (config.only ?? []) : items("--only", only),
    skip: skip === undefined ? (config.skip ?? []) : items("--skip", skip),
  };
}

/** An empty list would mean everything, which `--only "$UNSET"` did not. */
function items(option: string, given: readonly string[]): readonly string[] {
  const found = parseList(given);
  if (found.length > 0) return found;
  throw new UserFault(`${option} is empty. Expected categories or ids, as in ${option} tools,lifecycle-ping.`);
}

export type Outputs = Pick<
  Settings,
  "format" | "reports" | "output" | "open" | "verbose" | "strict" | "minGrade" | "baseline" | "updateBaseline"
>;

/** What is printed and written, and the gates: the same for `test` and `judge`. */
export function outputsOf(argv: Argv, config: Config): Outputs {
  const last = (name: string) => argv.values.get(name)?.at(-1);
  return {
    format: (last("format") as Format | undefined) ?? config.format ?? "terminal",
    reports: (argv.values.get("report") ?? []).map(reportFile),
    output: badgeFile(last("output")),
    open: argv.flags.get("open") === true,
    verbose: argv.flags.get("verbose") === true,
    strict: argv.flags.get("strict") ?? config.strict ?? false,
    minGrade: (last("min-grade") as Grade | undefined) ?? config.minGrade,
    baseline: last("baseline") ?? config.baseline,
    updateBaseline: argv.flags.get("update-baseline") === true,
  };
}

/** An SVG under another name is a file that nothing opens; most who ask for `report.json` here want a report. */
function badgeFile(file: string | undefined): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(file ?? "")?.[1]?.toLowerCase();
  if (ending === undefined || ending === "svg") return file;
  throw new UserFault(
    `--output writes the badge, an SVG image, and ${file} is no name for one. Expected a name that ends in .svg; ` +
      `a report is written by --report format=file, as in --report json=report.json.`,
  );
}

/** Reads `format=file`. @throws UserFault. */
export function reportFile(text: string): ReportFile {
  const equals = text.indexOf("=");
  const file = text.slice(equals + 1);
  if (equals <= 0 || file === "") {
    throw new UserFault(`--report: expected format=file, as in --report junit=report.xml, got "${text}".`);
  }
  return { format: choice("--report", text.slice(0, equals), FORMATS) as Format, file };
}
