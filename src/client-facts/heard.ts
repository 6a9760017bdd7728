import type { Exchange, Frame, RpcId } from "../model/exchange.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import type { Place } from "../model/rule.ts";
import type { Header } from "../model/target.ts";
import { headerValue } from "../protocol/headers.ts";
import { kindOf, messagesOf, readText } from "../protocol/jsonrpc.ts";

/** Where a message of the client stands: its exchange, and its place in a batch. */
export interface Spot {
  readonly exchange: Exchange;
  /** "" for the whole, "/0" for the first member of a batch. */
  readonly pointer: string;
  /** Milliseconds; grows with every message, so that it tells the order. */
  readonly at: number;
}

/** What the server said, and when. */
export interface Reply {
  readonly json: JsonObject;
  readonly exchange: Exchange;
  readonly at: number;
}

/** A message of the client with a method and an id, whatever the id is. */
export interface Asked extends Spot {
  readonly kind: "request";
  readonly json: JsonObject;
  readonly id: Json;
  readonly method: string;
  readonly params: Json | undefined;
  /** The response that it got, where there is one by now. */
  readonly reply: Reply | undefined;
}

export interface Told extends Spot {
  readonly kind: "notification";
  readonly json: JsonObject;
  readonly method: string;
  readonly params: Json | undefined;
}

/** A result or an error that the client sent. */
export interface Returned extends Spot {
  readonly kind: "response";
  readonly json: JsonObject;
  readonly id: Json | undefined;
}

/** JSON that is none of these, or no JSON at all. `json` undefined: it could not be read. */
export interface Odd extends Spot {
  readonly kind: "odd";
  readonly json: Json | undefined;
  readonly text: string;
}

export type Said = Asked | Told | Returned | Odd;

/** Something that the server asked of the client (2025-11-25). */
export interface Wanted {
  readonly id: RpcId;
  readonly method: string;
  readonly params: Json | undefined;
  readonly at: number;
  readonly exchange: Exchange;
}

/** The handshake of a session. */
export interface Handshake {
  readonly asked: Asked;
  /** The server's result; undefined: refused, or not there yet. */
  readonly result: JsonObject | undefined;
  /** The version that the server answered with. */
  readonly version: string | undefined;
  /** Of the answer's Mcp-Session-Id (HTTP). */
  readonly session: string | undefined;
}

/** What one client said in one conversation: a session, a process on stdio, or all of its stateless requests. */
export interface Conversation {
  readonly name: string;
  /** Exchanges that the client began, in order. */
  readonly exchanges: readonly Exchange[];
  /** In order. */
  readonly said: readonly Said[];
  /** Messages that were members of a batch: the arrays themselves. */
  readonly batches: readonly (Spot & { readonly members: number })[];
  readonly requests: readonly Asked[];
  readonly notifications: readonly Told[];
  readonly responses: readonly Returned[];
  /** Everything that the server said in it. */
  readonly replies: readonly Reply[];
  readonly wanted: readonly Wanted[];
  readonly handshake: Handshake | undefined;
  /** The client went away: nothing more will come. */
  readonly over: boolean;
}

/** The name of a run tells what it is: `session:...`, `process:...`, `stateless`, `stray:...`; `!` at its end: over. */
export const OVER = "!";

const memo = new WeakMap<Recording, readonly Conversation[]>();

/** The conversations of a client, in the order of their beginning. */
export function conversationsOf(recording: Recording): readonly Conversation[] {
  const before = memo.get(recording);
  if (before !== undefined) return before;
  const all = recording.runs.map((run) => conversation(run.probe, run.exchanges));
  memo.set(recording, all);
  return all;
}

function conversation(name: string, all: readonly Exchange[]): Conversation {
  const exchanges = all.filter((one) => one.sent !== undefined);
  const replies = all.flatMap((exchange) => exchange.frames.flatMap((frame) => repliesOf(exchange, frame)));
  const responses = byId(replies);
  const batches: (Spot & { members: number })[] = [];
  const said = exchanges.flatMap((exchange): Said[] => {
    const text = textOf(exchange);
    if (text === undefined) return [];
    const reading = readText(text);
    const spot = { exchange, pointer: "", at: exchange.at };
    if (reading.state === "empty") return [];
    if (reading.state === "unreadable") return [{ kind: "odd", ...spot, json: undefined, text }];
    if (!Array.isArray(reading.json)) return [sort(reading.json, spot, text, responses)];
    batches.push({ ...spot, members: reading.json.length });
    return (reading.json as readonly Json[]).map((one, index) =>
      sort(one, { ...spot, pointer: `/${index}` }, text, responses),
    );
  });
  const requests = said.filter((one): one is Asked => one.kind === "request");
  return {
    name,
    exchanges,
    said,
    batches,
    requests,
    notifications: said.filter((one): one is Told => one.kind === "notification"),
    responses: said.filter((one): one is Returned => one.kind === "response"),
    replies,
    wanted: replies.flatMap(wantedOf),
    handshake: handshakeOf(requests),
    over: name.endsWith(OVER),
  };
}

/** The text of a message: the body of a POST, or a line without its end. Undefined where there is none to read. */
export function textOf(exchange: Exchange): string | undefined {
  const { sent } = exchange;
  if (sent?.kind === "http") return sent.method === "POST" || (sent.body ?? "") !== "" ? (sent.body ?? "") : undefined;
  return sent?.writes.filter((one) => typeof one === "string").join("");
}

function sort(json: Json, spot: Spot, text: string, responses: ReadonlyMap<string, readonly Reply[]>): Said {
  if (!isObject(json)) return { kind: "odd", ...spot, json, text };
  const { method, params, id } = json;
  switch (kindOf(json)) {
    case "request": {
      const reply = replyTo(id ?? null, spot, responses);
      return { kind: "request", ...spot, json, id: id ?? null, method: String(method), params, reply };
    }
    case "notification":
      return { kind: "notification", ...spot, json, method: String(method), params };
    case "result":
    case "error":
      return { kind: "response", ...spot, json, id };
    default:
      return { kind: "odd", ...spot, json, text };
  }
}

function repliesOf(exchange: Exchange, frame: Frame): readonly Reply[] {
  return messagesOf(frame).map(({ json }) => ({ json, exchange, at: frame.at }));
}

function byId(replies: readonly Reply[]): ReadonlyMap<string, readonly Reply[]> {
  const map = new Map<string, Reply[]>();
  for (const one of replies) {
    const kind = kindOf(one.json);
    if (kind !== "result" && kind !== "error") continue;
    const key = JSON.stringify(one.json["id"] ?? null);
    const list = map.get(key);
    if (list === undefined) map.set(key, [one]);
    else list.push(one);
  }
  return map;
}

function replyTo(id: Json, spot: Spot, responses: ReadonlyMap<string, readonly Reply[]>): Reply | undefined {
  const all = responses.get(JSON.stringify(id)) ?? [];
  return all.find((one) => one.exchange === spot.exchange) ?? all.find((one) => one.at > spot.at && resumed(one));
}

/** Answers of a request come in its own exchange, or over a stream that was taken up again. */
function resumed(reply: Reply): boolean {
  return (
    reply.exchange.sent === undefined || (reply.exchange.sent.kind === "http" && reply.exchange.sent.method === "GET")
  );
}

function wantedOf(reply: Reply): readonly Wanted[] {
  const { json, at, exchange } = reply;
  const { id, method } = json;
  if (kindOf(json) !== "request" || (typeof id !== "string" && typeof id !== "number")) return [];
  return [{ id, method: String(method), params: json["params"], at, exchange }];
}

function handshakeOf(requests: readonly Asked[]): Handshake | undefined {
  const all = requests.filter((one) => one.method === "initialize");
  const asked = all.find((one) => isObject(one.reply?.json["result"])) ?? all[0];
  if (asked === undefined) return undefined;
  const result = asked.reply?.json["result"];
  const version = isObject(result) ? result["protocolVersion"] : undefined;
  const head = asked.exchange.frames.find((one) => one.kind === "head");
  return {
    asked,
    result: isObject(result) ? result : undefined,
    version: typeof version === "string" ? version : undefined,
    session: head?.kind === "head" ? headerValue(head.headers, "Mcp-Session-Id") : undefined,
  };
}

/** The place of a message, or of something in it. */
export function at(spot: Spot, pointer = ""): Place {
  const whole = spot.pointer + pointer;
  return whole === "" ? { exchange: spot.exchange.id } : { exchange: spot.exchange.id, pointer: whole };
}

/** The headers that came with a message; undefined on stdio. */
export function headersOf(exchange: Exchange): readonly Header[] | undefined {
  return exchange.sent?.kind === "http" ? exchange.sent.headers : undefined;
}

export function metaOf(params: Json | undefined): JsonObject | undefined {
  const meta = isObject(params) ? params["_meta"] : undefined;
  return isObject(meta) ? meta : undefined;
}

export const RESERVED = "io.modelcontextprotocol/";
