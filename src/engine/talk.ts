import { cut } from "../model/cut.ts";
import type { Answer, Exchange, Frame, RpcId, Sent } from "../model/exchange.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Connection, FreshOptions, How, Listen, RawHow, Session, Talk } from "../model/probe.ts";
import type { Revision } from "../model/revision.ts";
import type { Header } from "../model/target.ts";
import { headersOf, replyOf, statusOf } from "../protocol/answer.ts";
import {
  compose,
  composeReply,
  dialectOf,
  httpSent,
  initializeParams,
  offeredVersion,
  type Spoken,
} from "../protocol/dialects/mod.ts";
import { headerValue } from "../protocol/headers.ts";
import { isResponse, messagesOf, sameIdText } from "../protocol/jsonrpc.ts";
import type { About, Recorder } from "./recorder.ts";
import { sendAndResume } from "./resume.ts";
import type { World } from "./world.ts";

/** How long a 429 may make us wait before its one repeat. */
const LONGEST_RETRY_MS = 2000;
const DEFAULT_RETRY_MS = 500;

/** A connection and what is known in the conversation on it. Several probes may speak on one, each through a Talk. */
export interface Channel {
  readonly name: string;
  readonly connection: Connection;
  /** May change as long as only `server/discover` was asked: a child that was probed goes on in the older revision. */
  revision: Revision;
  readonly userHeaders: readonly Header[];
  readonly capabilities: JsonObject;
  readonly replies: NonNullable<FreshOptions["replies"]>;
  session: Session | undefined;
  /** Ids of all requests so far, as text: a late answer to an earlier one is not the answer to this one. */
  readonly asked: Set<string>;
  /** Requests of the server that were answered, and answers that are on their way. */
  replied: number;
  replying: number;
  /** Keeps frames that came without belonging to an exchange (stdio). */
  onStray: ((channel: Channel, frame: Frame) => void) | undefined;
}

/** After a response that names no request, the own one of a sound request may follow for so long (stdio, milliseconds). */
const OWN_FOLLOWS_MS = 250;

/** The ids of the run: whole numbers, never used twice. */
export interface Numbers {
  next(): number;
}

export function openChannel(
  world: World,
  name: string,
  revision: Revision,
  options: FreshOptions,
  onStray?: (channel: Channel, frame: Frame) => void,
  open: (hear: (frame: Frame) => void) => Connection = (hear) => world.wire.open({ onStray: hear }),
): Channel {
  const without = new Set(options.withoutHeaders ?? []);
  const holder: { channel?: Channel } = {};
  const connection = open((frame) => {
    if (holder.channel === undefined) return;
    answerRequests(world, holder.channel, frame);
    holder.channel.onStray?.(holder.channel, frame);
  });
  const channel: Channel = {
    name,
    connection,
    revision,
    userHeaders:
      world.target.kind === "http" ? world.target.headers.filter(([key]) => !without.has(key.toLowerCase())) : [],
    capabilities: options.capabilities ?? {},
    replies: options.replies ?? {},
    session: undefined,
    asked: new Set(),
    replied: 0,
    replying: 0,
    onStray,
  };
  holder.channel = channel;
  return channel;
}

function spokenOn(world: World, channel: Channel): Spoken {
  return {
    url: world.target.kind === "http" ? world.target.url : undefined,
    userHeaders: channel.userHeaders,
    clientInfo: world.clientInfo,
    session: channel.session,
    capabilities: channel.capabilities,
  };
}

/** Requests of the server that are answered in one conversation; who floods us is left alone. */
const MOST_REPLIES = 1000;
/** Answers on their way at a time: over HTTP each takes a connection. */
const REPLIES_AT_ONCE = 64;
/** Characters of a method that is told back. */
const LONGEST_METHOD = 100;

/** Answers requests of the server (2025-11-25 only: the later revision has none). Nobody waits for it. */
function answerRequests(world: World, channel: Channel, frame: Frame): void {
  if (channel.revision !== "2025-11-25") return;
  for (const one of messagesOf(frame)) {
    const id = one.json["id"];
    if (one.kind !== "request" || (typeof id !== "string" && typeof id !== "number")) continue;
    if (channel.replied >= MOST_REPLIES || channel.replying >= REPLIES_AT_ONCE) return;
    const body: JsonObject = { id, ...replyTo(channel, String(one.json["method"])) };
    const sent = composeReply(dialectOf(channel.revision), spokenOn(world, channel), body);
    const timeoutMs = sent.kind === "stdio" ? 0 : world.limits.timeoutMs;
    channel.replied += 1;
    channel.replying += 1;
    void channel.connection.send(sent, { enough: () => false, timeoutMs, signal: world.signal }).then(() => {
      channel.replying -= 1;
    });
  }
}

function replyTo(channel: Channel, method: string): JsonObject {
  const planned = Object.hasOwn(channel.replies, method) ? channel.replies[method] : undefined;
  if (planned !== undefined) return planned;
  if (method === "ping") return { result: {} };
  return { error: { code: -32601, message: `Method not found: ${cut(method, LONGEST_METHOD)}` } };
}

/** The session that an answer to `initialize` opened, or undefined. */
function sessionOf(exchange: Pick<Exchange, "frames">, reply: ReturnType<typeof replyOf>): Session | undefined {
  if (reply.kind !== "result" || !isObject(reply.result)) return undefined;
  const version = reply.result["protocolVersion"];
  if (typeof version !== "string") return undefined;
  return { id: headerValue(headersOf(exchange), "mcp-session-id"), version };
}

/** A conversation on a channel, recorded by one probe. */
export function talkOn(world: World, channel: Channel, recorder: Recorder, numbers: Numbers): Talk {
  const dialect = dialectOf(channel.revision);

  function composed(method: string, params: JsonObject | undefined, how: How, id: RpcId | undefined): Sent {
    return compose(dialect, spokenOn(world, channel), { method, params, ...(id === undefined ? {} : { id }) }, how);
  }

  async function exchange(label: string, sent: Sent, how: RawHow, defaultTimeoutMs: number): Promise<Exchange> {
    const about: About = {
      label,
      part: how.part ?? "ask",
      connection: channel.name,
      revision: channel.revision,
      faulty: how.faulty,
      tags: how.tags,
    };
    const finish = recorder.begin(sent);
    const answer = await deliver(sent, how, defaultTimeoutMs);
    if (statusOf(answer) !== 429 || how.once === true || world.signal.aborted) return finish(answer, about);
    finish(answer, { ...about, part: "setup", label: `${label} (429, sent again)` });
    await world.sleep(retryAfterMs(answer), world.signal);
    const again = recorder.begin(sent);
    return again(await deliver(sent, how, defaultTimeoutMs), about);
  }

  async function deliver(sent: Sent, how: RawHow, defaultTimeoutMs: number): Promise<Answer> {
    const waited = new AbortController();
    const waits = how.faulty !== true && how.until === undefined;
    const enough =
      how.enough ??
      answerTo(sent, channel.asked, () => {
        if (waits) void world.sleep(OWN_FOLLOWS_MS, world.signal).then(() => waited.abort());
        return !waits;
      });
    // The first answer of a child may take as long as it takes to start.
    const cold = sent.kind === "stdio" && channel.asked.size === 0 && how.faulty !== true;
    const longest = cold ? Math.max(defaultTimeoutMs, world.limits.startupTimeoutMs) : defaultTimeoutMs;
    for (const id of sent.ids) channel.asked.add(String(id));
    const listen: Listen = {
      enough: (frame, earlier) => {
        answerRequests(world, channel, frame);
        return enough(frame, earlier);
      },
      timeoutMs: patienceOf(world, sent, how.timeoutMs ?? (onlyWrites(sent, how) ? 0 : longest)),
      signal: world.signal,
      until: how.until ?? waited.signal,
    };
    const answer = await (channel.revision === "2025-11-25"
      ? sendAndResume(world, channel.connection, sent, listen)
      : channel.connection.send(sent, listen));
    if (sent.ids.length > 0 && how.faulty !== true) keepInMind(world, answer);
    return answer;
  }

  const talk: Talk = {
    connection: channel.name,
    revision: channel.revision,
    get session() {
      return channel.session;
    },
    async ask(label, method, params, how = {}) {
      const id = how.id ?? numbers.next();
      const sent = composed(method, params, how, id);
      const startup = method === "initialize" && how.timeoutMs === undefined;
      const limit = startup ? world.limits.startupTimeoutMs : world.limits.timeoutMs;
      const done = await exchange(label, sent, how, limit);
      if (channel.revision === "2025-11-25" && method === "initialize") {
        channel.session = sessionOf(done, replyOf(done)) ?? channel.session;
      }
      return done;
    },
    notify(label, method, params, how = {}) {
      return exchange(label, composed(method, params, how, undefined), how, world.limits.timeoutMs);
    },
    raw(label, sent, how = {}) {
      return exchange(label, sent, how, world.limits.timeoutMs);
    },
    compose(method, params, how = {}) {
      return composed(method, params, how, how.id ?? numbers.next());
    },
    http(label, method, how = {}) {
      const spoken = spokenOn(world, channel);
      const sent = httpSent(spoken, method, dialect.headers("", undefined, how, spoken), how, [], how.body);
      return exchange(label, sent, how, world.limits.timeoutMs);
    },
    close: () => channel.connection.close(),
  };
  return talk;
}

/** Sound requests of the run that were not answered in time, since the last one that was. */
const unanswered = new WeakMap<World, number>();

/** After so many in a row the server hangs, and nobody should wait for each of the hundred that are left. */
const HANGING = 5;
/** The part of the time that is waited then, and the least (milliseconds). One answer brings the whole time back. */
const HURRIED = 5;
const LEAST_HURRIED_MS = 2000;

function patienceOf(world: World, sent: Sent, timeoutMs: number): number {
  if (sent.ids.length === 0 || (unanswered.get(world) ?? 0) < HANGING) return timeoutMs;
  return Math.min(timeoutMs, Math.max(LEAST_HURRIED_MS, timeoutMs / HURRIED));
}

function keepInMind(world: World, answer: Answer): void {
  const silent =
    answer.ending.kind === "timeout" &&
    !answer.frames.some((frame) => messagesOf(frame).some((one) => isResponse(one.json)));
  unanswered.set(world, silent ? (unanswered.get(world) ?? 0) + 1 : 0);
}

/** A write to stdin that nothing answers: a notification, or a reply of ours. */
function onlyWrites(sent: Sent, how: RawHow): boolean {
  return sent.kind === "stdio" && sent.ids.length === 0 && how.enough === undefined && how.until === undefined;
}

/**
 * Enough is heard when every request of the message has its response; `stranger`: whether one will do that names no
 * request at all.
 */
function answerTo(sent: Sent, asked: ReadonlySet<string>, stranger: () => boolean): NonNullable<RawHow["enough"]> {
  const earlier = new Set(asked);
  const open = new Set(sent.ids.map(String));
  const several = open.size > 1;
  return (frame) => {
    for (const { json } of messagesOf(frame)) {
      if (!isResponse(json)) continue;
      const id = json["id"];
      const named = sent.ids.find((one) => sameIdText(id, one));
      if (named !== undefined) open.delete(String(named));
      // On stdio nothing else ends the wait: a response that names no request at all is taken for this one's.
      else if (sent.kind === "stdio" && !several && !isEarlier(id, earlier) && stranger()) open.clear();
    }
    return open.size === 0 && sent.ids.length > 0;
  };
}

/** Anything can stand as the id of an answer; only texts and numbers name a request. */
function isEarlier(id: Json | undefined, earlier: ReadonlySet<string>): boolean {
  return (typeof id === "string" || typeof id === "number") && earlier.has(String(id));
}

function retryAfterMs(exchange: Pick<Exchange, "frames">): number {
  const seconds = Number(headerValue(headersOf(exchange), "retry-after"));
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, LONGEST_RETRY_MS) : DEFAULT_RETRY_MS;
}

/** initialize and notifications/initialized, recorded as setup. True when the server served it. */
export async function greet(talk: Talk, world: World, options: FreshOptions): Promise<boolean> {
  const params = initializeParams(world.clientInfo, options.capabilities ?? {}, options.protocolVersion);
  const reply = replyOf(await talk.ask("initialize", "initialize", params, { part: "setup" }));
  const other =
    reply.kind === "error" && options.protocolVersion === undefined ? offeredVersion(reply.error) : undefined;
  // A server that names its versions instead of answering with one is asked for one of them, as the main session was.
  if (other !== undefined)
    await talk.ask("initialize", "initialize", { ...params, protocolVersion: other }, { part: "setup" });
  if (talk.session === undefined) return false;
  await talk.notify("initialized", "notifications/initialized", undefined, { part: "setup" });
  return true;
}
