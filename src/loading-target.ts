import { detect } from "./engine/detect.ts";
import { lastWords } from "./engine/last-words.ts";
import { createRecorder } from "./engine/recorder.ts";
import { type Channel, greet, openChannel, talkOn } from "./engine/talk.ts";
import type { World } from "./engine/world.ts";
import { checkMethod, chooseWorkload, type Wanted, type Workload } from "./load/workload.ts";
import type { Exchange } from "./model/exchange.ts";
import { UserFault } from "./model/fault.ts";
import { isObject, type Json } from "./model/json.ts";
import type { Session, Talk } from "./model/probe.ts";
import type { Revision } from "./model/revision.ts";
import type { Header, Target } from "./model/target.ts";
import { bodyBytes, exitText, headersOf, replyOf, statusOf, whyNone } from "./protocol/answer.ts";
import { compose, dialectOf, type Spoken } from "./protocol/dialects/mod.ts";
import { headerValue } from "./protocol/headers.ts";
import type { Runtime } from "./runtime/mod.ts";
import { TOOL_VERSION } from "./version.ts";
import type { Prepared } from "./wire/load-http.ts";
import { FIRST_ID } from "./wire/load-judge.ts";
import { redactor } from "./wire/redact.ts";

/** What a load takes from outside. */
export type LoadEdge = Pick<Runtime, "wire" | "now" | "sleep" | "date" | "env" | "spawn" | "self">;

export interface ReachOptions {
  readonly target: Target;
  readonly specVersion: "auto" | Revision;
  readonly wanted: Wanted;
  readonly timeoutMs: number;
  readonly startupTimeoutMs: number;
  readonly signal: AbortSignal;
  onStatus?(line: string): void;
}

/** A server that answers, what is to be asked of it, and how. */
export interface Reached {
  readonly revision: Revision;
  readonly chosen: string;
  readonly serverName: string | null;
  readonly workload: Workload;
  /** Bytes of the body that answered it once, and what was wrong with that answer. */
  readonly answerBytes: number;
  readonly warnings: readonly string[];
  readonly redact: (text: string) => string;
  /** What each of so many users sends. On 2025-11-25 over HTTP each has a session of its own, where the server has such. */
  users(count: number): Promise<readonly Prepared[]>;
  /** Ends the sessions. */
  close(): Promise<void>;
}

/** Sessions that are opened, or ended, at the same time. */
const AT_ONCE = 10;
/** For the answer to DELETE. */
const END_MS = 2000;
export const CLIENT = { name: "mcp-compliance", version: TOOL_VERSION };
const SECRET_NAME = /key|token|secret|pass|auth|credential/i;

/**
 * Finds out what the server speaks and has, opens a conversation, and tries the workload once.
 * @throws UserFault with code 3 where it never answered, or lets nobody in; with code 2 where it answers elsewhere.
 */
export async function reach(options: ReachOptions, edge: LoadEdge): Promise<Reached> {
  const { target, signal } = options;
  const began = edge.now();
  const now = (): number => edge.now() - began;
  const redact = redactor(withInherited(target, edge.env));
  const wire = edge.wire(target, { now });
  const world: World = {
    target,
    wire,
    now,
    sleep: (ms, until) => edge.sleep(ms, until),
    random: () => 0,
    redact,
    clientInfo: CLIENT,
    local: undefined,
    limits: {
      timeoutMs: options.timeoutMs,
      startupTimeoutMs: options.startupTimeoutMs,
      preflightTimeoutMs: options.timeoutMs,
      concurrency: 1,
    },
    signal,
    onStatus: options.onStatus ?? (() => {}),
  };
  const numbers = counter(0);
  /** Sessions are ended in a run that was cut short too. */
  const ending: World = { ...world, signal: new AbortController().signal };
  let talks = 0;
  const speak = (channel: Channel, inWorld: World = world): Spoke => {
    talks += 1;
    const recorder = createRecorder(`load/setup-${talks}`, inWorld);
    const last = (label: string) => recorder.exchanges().findLast((one) => one.label === label);
    return { talk: talkOn(inWorld, channel, recorder, numbers), last };
  };
  /** Channels with a session of their own. */
  const sessions: Channel[] = [];

  try {
    const pinned = options.specVersion === "auto" ? undefined : options.specVersion;
    const detected = await detect(world, pinned, numbers);
    const { revision } = detected;
    const first = detected.seeds.at(-1)?.exchanges.at(-1);
    refuseRedirect(first, target);
    const channel = detected.main ?? openChannel(world, "main", revision, {});
    channel.revision = revision;
    const { talk, last } = speak(channel);
    const about = await introduce(talk, last, world, first);
    if (options.wanted.method !== undefined) checkMethod(options.wanted.method, revision);
    const workload = await chooseWorkload(options.wanted, about.capabilities, revision, talk);
    const trial = await talk.ask("trial", workload.method, workload.params, schemaOf(workload));
    if (channel.session !== undefined && target.kind === "http") sessions.push(channel);
    const why = faultOf(trial);
    return {
      revision,
      chosen: detected.chosen,
      serverName: about.name,
      workload,
      answerBytes: bodyBytes(trial),
      warnings: [
        ...endedOnProbe(first),
        ...(why === undefined ? [] : [`Tried once before the load, ${workload.method} was answered with ${why}.`]),
      ],
      redact: redact.text,
      users: (count) => users(count, workload, channel),
      async close() {
        await endSessions(sessions, (one) => speak(one, ending).talk);
        await wire.close();
      },
    };
  } catch (error) {
    await wire.close();
    // An address may have a token in it.
    if (error instanceof UserFault) throw new UserFault(redact.text(error.message), error.code);
    throw error;
  }

  async function users(count: number, workload: Workload, main: Channel): Promise<readonly Prepared[]> {
    const prepared = (session: Session | undefined) => prepare(target, main.revision, session, workload);
    // Without an id all users share the one session that there is.
    if (target.kind === "stdio" || main.session?.id === undefined) {
      return Array.from({ length: count }, () => prepared(main.session));
    }
    await inParts(Array.from({ length: Math.max(0, count - sessions.length) }), async (_none, index) => {
      if (signal.aborted) return;
      const channel = openChannel(world, `user ${index}`, main.revision, {});
      const { talk, last } = speak(channel);
      if (await greet(talk, world, {})) sessions.push(channel);
      else
        throw new UserFault(
          `Session ${sessions.length + 1} of ${count} was not opened: ${saidBy(last("initialize"))}. Each user has one of ` +
            "its own: load with fewer (--ramp, --connections, --concurrency), or let the server have more.",
          3,
        );
    });
    return sessions.slice(0, count).map((channel) => prepared(channel.session));
  }
}

interface Spoke {
  readonly talk: Talk;
  last(label: string): Exchange | undefined;
}

interface About {
  readonly capabilities: Json | undefined;
  readonly name: string | null;
}

/** The greeting of the revision. @throws UserFault where it is not served. */
async function introduce(talk: Talk, last: Spoke["last"], world: World, first: Exchange | undefined): Promise<About> {
  const legacy = talk.revision === "2025-11-25";
  if (first?.ending.kind === "refused" && world.target.kind === "http") throw neverAnswered(first, world);
  if (!legacy) {
    const answer = await talk.ask("discover", "server/discover", {}, { timeoutMs: world.limits.startupTimeoutMs });
    const reply = replyOf(answer);
    if (reply.kind === "none" && unreachable(answer)) throw neverAnswered(answer, world);
    refuseLocked(answer);
    // Whoever pins the revision knows better than an odd answer to server/discover.
    return reply.kind === "result" ? aboutOf(reply.result) : { capabilities: undefined, name: null };
  }
  const served = await greet(talk, world, {});
  const initialize = last("initialize");
  if (!served) {
    if (initialize !== undefined && replyOf(initialize).kind === "none") throw neverAnswered(initialize, world);
    if (initialize !== undefined) refuseLocked(initialize);
    throw new UserFault(
      `initialize opened no session: ${saidBy(initialize)}. Test the server first: mcp-compliance test.`,
      3,
    );
  }
  const reply = initialize === undefined ? undefined : replyOf(initialize);
  return aboutOf(reply?.kind === "result" ? reply.result : null);
}

function aboutOf(result: Json): About {
  if (!isObject(result)) return { capabilities: undefined, name: null };
  const meta = isObject(result["_meta"]) ? result["_meta"]["io.modelcontextprotocol/serverInfo"] : undefined;
  const info = isObject(meta) ? meta : result["serverInfo"];
  const name = isObject(info) ? info["name"] : undefined;
  return { capabilities: result["capabilities"], name: typeof name === "string" ? name : null };
}

function unreachable(exchange: Exchange): boolean {
  return statusOf(exchange) === undefined && exchange.frames.length === 0;
}

function neverAnswered(exchange: Exchange, world: World): UserFault {
  const { target } = world;
  const where = target.kind === "http" ? target.url : [target.command, ...target.args].join(" ");
  const words = exchange.ending.kind === "exited" ? lastWords(exchange.ending.stderr) : "";
  // A command that cannot be started is no server: what was typed is wrong.
  if (world.target.kind === "stdio" && exchange.ending.kind === "refused") {
    return new UserFault(
      `The command could not be started (${exchange.ending.detail}). Check how it is written, its path and that it is installed.`,
    );
  }
  return new UserFault(
    `${where} never answered: ${whyNone(exchange)}. Nothing was measured. Check that the server runs` +
      `${world.target.kind === "http" ? ", and the URL's host, port and path" : ", its arguments and its environment"}.${words}`,
    3,
  );
}

/** The child that was asked for its revision and ended of it: who measures the fresh one should know. */
function endedOnProbe(first: Exchange | undefined): readonly string[] {
  if (first?.sent?.kind !== "stdio" || first.ending.kind !== "exited") return [];
  return [
    `The server process ended on the server/discover probe (${exitText(first.ending)}); a fresh one was started and is ` +
      `measured as 2025-11-25. --spec-version 2025-11-25 skips the probe.${lastWords(first.ending.stderr)}`,
  ];
}

/** A load is sent to the address that was given, and to no other. */
function refuseRedirect(exchange: Exchange | undefined, target: Target): void {
  const status = exchange === undefined ? undefined : statusOf(exchange);
  if (exchange === undefined || status === undefined || status < 300 || status >= 400) return;
  const location = headerValue(headersOf(exchange), "location");
  if (location === undefined || target.kind !== "http") return;
  const there = URL.canParse(location, target.url) ? new URL(location, target.url).href : location;
  throw new UserFault(
    `${target.url} redirects to ${there} (HTTP ${status}). A load follows no redirect: give that URL.`,
  );
}

function refuseLocked(exchange: Exchange): void {
  const status = statusOf(exchange);
  if (status !== 401 && status !== 403) return;
  throw new UserFault(
    `The server lets nobody in (HTTP ${status}): nothing was measured. Pass a credential with --auth or --auth-env.`,
    3,
  );
}

function faultOf(exchange: Exchange): string | undefined {
  return replyOf(exchange).kind === "result" ? undefined : saidBy(exchange);
}

function saidBy(exchange: Exchange | undefined): string {
  if (exchange === undefined) return "nothing came";
  const reply = replyOf(exchange);
  switch (reply.kind) {
    case "error": {
      const message = isObject(reply.error) ? reply.error["message"] : undefined;
      return `JSON-RPC error ${JSON.stringify(reply.code)}${typeof message === "string" ? ` (${message})` : ""}`;
    }
    case "status":
      return `HTTP ${reply.status} without a JSON-RPC response`;
    case "foreign":
      return "a response with another request's id";
    case "none":
      return reply.why;
    case "result":
      return "a result that is none of its method";
  }
}

export function schemaOf(workload: Workload): { readonly inputSchema?: Json } {
  return workload.inputSchema === undefined ? {} : { inputSchema: workload.inputSchema };
}

/** One request as the dialect composes it, with the id that is replaced. */
function prepare(target: Target, revision: Revision, session: Session | undefined, workload: Workload): Prepared {
  const spoken: Spoken = {
    url: target.kind === "http" ? target.url : undefined,
    userHeaders: target.kind === "http" ? target.headers : [],
    clientInfo: CLIENT,
    session,
    capabilities: {},
  };
  const message = { id: FIRST_ID, method: workload.method, params: workload.params };
  const sent = compose(dialectOf(revision), spoken, message, schemaOf(workload));
  const headers: readonly Header[] = sent.kind === "http" ? sent.headers : [];
  const body = sent.kind === "http" ? (sent.body ?? "") : String(sent.writes[0] ?? "").trimEnd();
  return { headers, body };
}

export function counter(from: number): { next(): number } {
  let last = from;
  return {
    next() {
      last += 1;
      return last;
    },
  };
}

/** Ends what was opened, also where the run was cut short; not one after the other where nobody answers any more. */
async function endSessions(sessions: readonly Channel[], talkTo: (channel: Channel) => Talk): Promise<void> {
  const own = sessions.filter((one) => one.session?.id !== undefined);
  let silent = 0;
  await inParts(own, async (channel) => {
    if (silent >= AT_ONCE) return;
    const exchange = await talkTo(channel).http("end", "DELETE", { timeoutMs: END_MS, once: true });
    if (statusOf(exchange) === undefined) silent += 1;
  });
}

async function inParts<T>(items: readonly T[], act: (item: T, index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const part = items.slice(from, from + AT_ONCE).map((item, index) => act(item, from + index));
    // Whatever is under way comes to its end first: a session that opens after a failure has to be ended as well.
    const failed = (await Promise.allSettled(part)).find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }
}

/** A child inherits our environment, and may say what is secret there. */
function withInherited(target: Target, env: LoadEdge["env"]): Target {
  if (target.kind === "http") return target;
  const inherited = Object.entries(env).filter(
    (one): one is [string, string] => one[1] !== undefined && SECRET_NAME.test(one[0]),
  );
  return { ...target, env: { ...Object.fromEntries(inherited), ...target.env } };
}
