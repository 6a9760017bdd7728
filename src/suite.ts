import { assess } from "./engine/assess.ts";
import type { AboutServer, Catalogue } from "./engine/catalogue.ts";
import { type Detected, detect, exitsAtStartup, movedTo, wrongDoor } from "./engine/detect.ts";
import { gather } from "./engine/gather.ts";
import { planProbes, planReading } from "./engine/plan.ts";
import { reachedBy } from "./engine/reached.ts";
import { type Profile, type Selected, select } from "./engine/select.ts";
import type { Limits, World } from "./engine/world.ts";
import { namesIn, promptList, resourceList, toolList } from "./facts/lists.ts";
import { capabilities, DISCOVER, HANDSHAKE, negotiated, PING, serverNames, silentPing } from "./facts/session.ts";
import { runWarnings } from "./facts/warnings.ts";
import type { Consent } from "./model/probe.ts";
import type { ProbeRun, RecordedTarget, Recording } from "./model/recording.ts";
import type { Outcome, Report, TestResult } from "./model/report.ts";
import type { Revision, TransportKind } from "./model/revision.ts";
import type { Rule, RuleRevision } from "./model/rule.ts";
import type { Header, Target } from "./model/target.ts";
import { PROBES } from "./probes/mod.ts";
import { headerValue } from "./protocol/headers.ts";
import { inCatalogue, RULES } from "./rules/mod.ts";
import type { Runtime } from "./runtime/mod.ts";
import { TOOL_VERSION } from "./version.ts";
import { redactor } from "./wire/redact.ts";
import { stderrLines } from "./wire/stderr-lines.ts";

/** What a run takes from outside: the way to the target, time, and the first number of its randomness. */
export type Edge = Pick<Runtime, "wire" | "now" | "sleep" | "seed" | "date" | "bait" | "env">;

export interface RunOptions {
  readonly target: Target;
  readonly specVersion: "auto" | Revision;
  readonly timeoutMs: number;
  readonly startupTimeoutMs: number;
  readonly preflightTimeoutMs: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly profile: Profile;
  /**
   * In place of `only`, `skip` and `profile`: the rules to judge, on what reading alone shows. No probe that does more can
   * be planned then.
   */
  readonly reading?: (revision: Revision) => readonly Rule[];
  readonly consent: Consent;
  readonly signal: AbortSignal;
  onStatus?(line: string): void;
  onTestComplete?(result: TestResult): void;
  onStderr?(text: string): void;
  /** Once, when the revision is chosen: how many checks there are. */
  onPlan?(plan: { readonly revision: Revision; readonly checks: number; readonly order?: readonly string[] }): void;
}

const about: AboutServer = {
  negotiated,
  capabilities,
  server: serverNames,
  tools: namesIn(toolList),
  resources: namesIn(resourceList),
  prompts: namesIn(promptList),
  warnings: runWarnings,
};

/** The rules and probes of one revision, in report order. */
export function catalogueOf(revision: Revision, profile: Profile = "core"): Catalogue {
  return {
    revision,
    rules: inCatalogue(RULES, revision, profile),
    probes: PROBES,
    greeting: revision === "2025-11-25" ? HANDSHAKE : DISCOVER,
    vital: revision === "2025-11-25" ? PING : undefined,
    lost: silentPing,
    about,
  };
}

/** Tests a server: chooses the revision, asks, judges. Nothing that the server does makes it reject. */
export async function runSuite(
  options: RunOptions,
  edge: Edge,
): Promise<{ readonly report: Report; readonly recording: Recording }> {
  const began = edge.now();
  const now = (): number => Math.round((edge.now() - began) * 100) / 100;
  const redact = redactor(withInherited(options.target, edge.env));
  const stderr = options.onStderr === undefined ? undefined : stderrLines(options.onStderr, redact.text);
  const wire = edge.wire(options.target, {
    now,
    hurry: options.signal,
    ...(stderr === undefined ? {} : { onStderr: stderr.hear }),
  });
  const limits: Limits = options;
  const bait = isLocal(options.target) ? edge.bait() : undefined;
  const given: World = {
    target: options.target,
    wire,
    now,
    sleep: (ms, signal) => edge.sleep(ms, signal),
    random: randomFrom(edge.seed()),
    redact,
    clientInfo: { name: "mcp-compliance", version: TOOL_VERSION },
    local: bait,
    limits,
    signal: options.signal,
    onStatus: options.onStatus ?? (() => {}),
  };
  let closing: Promise<unknown> | undefined;
  const close = (): Promise<unknown> => {
    closing ??= Promise.all([wire.close(), bait?.close()]);
    return closing;
  };
  let lastId = 0;
  const numbers = {
    next() {
      lastId += 1;
      return lastId;
    },
  };
  try {
    const pinned = options.specVersion === "auto" ? undefined : options.specVersion;
    const { world, detected } = await locate(given, pinned, numbers);
    const catalogue = catalogueOf(detected.revision, options.profile);
    const { selected, warnings } =
      options.reading === undefined
        ? select(catalogue, options.target.kind, options.only, options.skip, RULES)
        : { selected: inReading(options.reading(detected.revision)), warnings: [] };
    options.onPlan?.({
      revision: detected.revision,
      checks: selected.length,
      // With retries what was not measured is told only when it was asked for once more.
      ...(options.retries > 0 ? {} : { order: announcedOrder(catalogue, selected, options.target.kind) }),
    });
    const frame: Omit<Recording, "runs"> = {
      format: "mcp-compliance-recording/1",
      toolVersion: TOOL_VERSION,
      revision: detected.revision,
      target: recordedTarget(options.target, redact.text),
      timestamp: edge.date(),
      consent: options.consent,
      warnings: detected.warnings,
      chosen: detected.chosen,
      reached: false,
    };
    const announce = announcer(catalogue, selected, frame, options.onTestComplete, options.retries > 0);
    const gathered = await gather(world, {
      revision: detected.revision,
      probes: (options.reading === undefined ? planProbes : planReading)(catalogue, selected, options.target.kind),
      greeting: catalogue.greeting,
      vital: catalogue.vital,
      lost: (soFar) => {
        const lost = catalogue.lost.of(soFar);
        return lost.state === "known" ? lost.value : undefined;
      },
      seeds: detected.seeds,
      main: detected.main,
      numbers,
      frame,
      onRun: announce.some,
      retries: options.retries,
      unmeasured: (recording) => unmeasuredProbes(catalogue, selected, recording),
    });
    const greeting = gathered.runs.find((run) => run.probe === catalogue.greeting);
    const startup = detected.main === undefined || pinned !== undefined ? exitsAtStartup(greeting) : undefined;
    const door = wrongDoor(gathered.runs, catalogue.greeting, frame.target.name);
    const recording: Recording = {
      ...frame,
      warnings:
        startup === undefined
          ? [...(door === undefined ? [] : [door]), ...detected.warnings, ...gathered.warnings]
          : [startup],
      reached: reachedBy(gathered.runs),
      runs: gathered.runs,
    };
    // Nothing is sent any more: what is left open ends while we judge.
    void close();
    await edge.sleep(0);
    const report = assess(catalogue, selected, recording, warnings);
    announce.rest(report);
    return { report, recording };
  } finally {
    await close();
    stderr?.end();
  }
}

/** The rules as they are judged where nothing but reading is allowed. */
function inReading(rules: readonly Rule[]): readonly Rule[] {
  return rules.map((rule) => ({
    ...rule,
    revisions: Object.fromEntries(
      Object.entries(rule.revisions).map(([revision, own]) => [revision, own.reading ?? own]),
    ),
  }));
}

/** Chooses the revision, at the address to which the endpoint has moved where it has. */
async function locate(
  given: World,
  pinned: Revision | undefined,
  numbers: { next(): number },
): Promise<{ readonly world: World; readonly detected: Detected }> {
  const first = await detect(given, pinned, numbers);
  if (given.target.kind !== "http") return { world: given, detected: first };
  const moved = movedTo(first, given.target.url);
  if (moved === undefined) return { world: given, detected: first };
  const world: World = { ...given, target: { ...given.target, url: moved.url } };
  const detected = await detect(world, pinned, numbers);
  const warning = `The endpoint redirects to ${moved.url} (HTTP ${moved.status}); that address is tested. Give it to clients too: not all of them follow.`;
  return { world, detected: { ...detected, warnings: [...detected.warnings, warning] } };
}

/** Judges a recording again; nothing is sent. */
export function judgeRecording(
  recording: Recording,
  options: { readonly only: readonly string[]; readonly skip: readonly string[]; readonly profile: Profile },
): Report {
  const catalogue = catalogueOf(recording.revision, options.profile);
  const { selected, warnings } = select(catalogue, recording.target.transport, options.only, options.skip, RULES);
  return assess(catalogue, selected, recording, warnings);
}

/** The probes of checks that could not be evaluated; never one that a failed check rests on: a failure stays. */
function unmeasuredProbes(catalogue: Catalogue, rules: readonly Rule[], recording: Recording): ReadonlySet<string> {
  const outcomes = new Map(assess(catalogue, rules, recording, []).tests.map((one) => [one.id, one.outcome]));
  const probesOf = (outcome: Outcome): readonly string[] =>
    rules
      .filter((rule) => outcomes.get(rule.id) === outcome)
      .flatMap((rule) => rule.revisions[catalogue.revision]?.uses.flatMap((one) => one.probes) ?? []);
  const failed = new Set(probesOf("fail"));
  return new Set(probesOf("unknown").filter((id) => !failed.has(id)));
}

/**
 * Tells of each check once, as soon as all that it reads has been recorded. What could not be measured may be tried again
 * (`again`), and is told of at the end.
 */
function announcer(
  catalogue: Catalogue,
  rules: readonly Rule[],
  frame: Omit<Recording, "runs">,
  tell: ((result: TestResult) => void) | undefined,
  again: boolean,
): { some(runs: readonly ProbeRun[]): void; rest(report: Report): void } {
  const open = new Map(rules.map((rule) => [rule.id, rule]));
  const told = new Set<string>();
  const say = (result: TestResult): void => {
    told.add(result.id);
    tell?.(result);
  };
  return {
    some(runs) {
      if (tell === undefined) return;
      const done = new Set(runs.map((run) => run.probe));
      const ready = [...open.values()].filter((rule) => neededBy(rule, catalogue)?.every((id) => done.has(id)));
      if (ready.length === 0) return;
      for (const rule of ready) open.delete(rule.id);
      for (const result of assess(catalogue, ready, { ...frame, reached: reachedBy(runs), runs }, []).tests)
        if (!again || result.outcome === "pass" || result.outcome === "fail") say(result);
    },
    rest(report) {
      for (const result of report.tests) if (!told.has(result.id)) say(result);
    },
  };
}

/** The probes after which a rule can be judged; undefined where only the end of the run tells. */
function neededBy(rule: Rule, catalogue: Catalogue): readonly string[] | undefined {
  const uses = rule.revisions[catalogue.revision]?.uses ?? [];
  if (uses.some((one) => one.wholeRun)) return undefined;
  const needed = uses.flatMap((one) => one.probes).filter((id) => applies(id, catalogue));
  return needed.length > 0 ? needed : undefined;
}

/** The order of the report, in three parts: what most probes tell, what those tell that run last, what only the end does. */
function announcedOrder(catalogue: Catalogue, rules: readonly Rule[], transport: TransportKind): readonly string[] {
  const runsLast = (id: string): boolean => {
    const probe = catalogue.probes.find((one) => one.id === id);
    const watches = probe?.watches === true || probe?.watches === transport;
    return watches || probe?.impact === "may-crash" || probe?.impact === "stress";
  };
  const part = (rule: Rule): number => {
    const needed = neededBy(rule, catalogue);
    return needed === undefined ? 2 : needed.some(runsLast) ? 1 : 0;
  };
  return [0, 1, 2].flatMap((one) => rules.filter((rule) => part(rule) === one)).map((rule) => rule.id);
}

function applies(id: string, catalogue: Catalogue): boolean {
  return catalogue.probes.find((one) => one.id === id)?.revisions.includes(catalogue.revision) ?? false;
}

/** A child inherits our environment, and a tool may show it: what is secret there is the user's as well. */
function withInherited(target: Target, env: Edge["env"]): Target {
  if (target.kind === "http") return target;
  const inherited = Object.entries(env).filter(
    (one): one is [string, string] => one[1] !== undefined && SECRET_NAME.test(one[0]),
  );
  return { ...target, env: { ...Object.fromEntries(inherited), ...target.env } };
}

const SECRET_NAME = /key|token|secret|pass|auth|credential/i;

/** True when the server runs on this machine: a child of ours, or at a loopback address. */
function isLocal(target: Target): boolean {
  if (target.kind === "stdio") return true;
  const { hostname } = new URL(target.url);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function recordedTarget(target: Target, redact: (text: string) => string): RecordedTarget {
  if (target.kind === "stdio") {
    const words = [target.command, ...target.args].map((word) =>
      /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word),
    );
    return { transport: "stdio", name: redact(words.join(" ")), headerNames: [] };
  }
  const url = new URL(target.url);
  const authorization = authorizationScheme(target.headers);
  return {
    transport: "http",
    name: redact(withoutUserinfo(target.url)),
    scheme: url.protocol === "https:" ? "https" : "http",
    hostname: url.hostname,
    headerNames: target.headers.map(([name]) => name.toLowerCase()),
    ...(authorization === undefined ? {} : { authorization }),
  };
}

function withoutUserinfo(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href;
}

function authorizationScheme(headers: readonly Header[]): string | undefined {
  const value = headerValue(headers, "authorization");
  if (value === undefined) return undefined;
  const [scheme = "", credential] = value.trim().split(/\s+/);
  // A single word is no scheme: it is the credential itself, and must not be recorded.
  return credential === undefined ? "" : scheme.toLowerCase();
}

/** mulberry32: small, fast, and the same sequence from the same seed on every runtime. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The suite as the command line uses it, on one runtime. */
export function suiteOn(runtime: Edge): {
  runSuite(options: RunOptions): ReturnType<typeof runSuite>;
  judgeRecording: typeof judgeRecording;
  catalogue(revision: Revision): readonly CatalogueEntry[];
  selectRules(
    revision: Revision,
    transport: TransportKind,
    only: readonly string[],
    skip: readonly string[],
    profile: Profile,
  ): Selected;
  startSelf(transport: TransportKind): Promise<SelfTarget>;
} {
  return {
    runSuite: (options) => runSuite(options, runtime),
    judgeRecording,
    catalogue: catalogueEntries,
    selectRules: (revision, transport, only, skip, profile) =>
      select(catalogueOf(revision, profile), transport, only, skip, RULES),
    startSelf,
  };
}

/** A server of our own that stands ready as a target. */
export interface SelfTarget {
  readonly target: Target;
  close(): Promise<void>;
}

/** The reference server, both eras, on a free loopback port of this process. */
async function startSelf(): Promise<SelfTarget> {
  const [{ createReference, referenceOptions }, { listenHttp }, { serverWorld }] = await Promise.all([
    import("./reference/server.ts"),
    import("./runtime/serve-http.ts"),
    import("./runtime/serve-world.ts"),
  ]);
  const server = createReference(referenceOptions("dual", TOOL_VERSION), serverWorld());
  const listening = await listenHttp(server.http);
  return {
    target: { kind: "http", url: listening.url, headers: [] },
    async close() {
      server.close();
      await listening.close();
    },
  };
}

export interface CatalogueEntry {
  readonly id: string;
  readonly category: Rule["category"];
  readonly required: RuleRevision["required"];
  readonly title: string;
  readonly transports: readonly TransportKind[];
  readonly profile: Profile;
}

/** What there is to list of a revision, in report order. */
export function catalogueEntries(revision: Revision): readonly CatalogueEntry[] {
  return catalogueOf(revision, "full").rules.flatMap((rule) => {
    const own = rule.revisions[revision];
    if (own === undefined) return [];
    const { id, category, title, profile } = rule;
    return [{ id, category, title, profile, required: own.required, transports: own.transports }];
  });
}
