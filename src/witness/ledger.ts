import type { Ending, Exchange, Frame, HttpSent, RpcId, Sent } from "../model/exchange.ts";
import { isObject, JSON_LIMITS, type Json, sizeOfJson } from "../model/json.ts";
import type { TransportKind } from "../model/revision.ts";
import { readText } from "../protocol/jsonrpc.ts";

/**
 * As much as is kept. At the limit the ledger is closed for good: what was kept before is whole, so that nothing seems to
 * be missing in it. What comes after is served and not judged, and the report says so.
 */
const MOST: { readonly exchanges: number; readonly characters: number } = {
  exchanges: 20_000,
  characters: 64 * 1024 * 1024,
};

/** One thing that a client did, while its answer may still be on its way. */
export interface Entry {
  readonly number: number;
  readonly exchange: Exchange;
  /** Takes down something of the answer. */
  frame(frame: Unstamped): void;
  end(ending: Ending): void;
}

/** A frame without its time. */
export type Unstamped = Frame extends infer F ? (F extends Frame ? Omit<F, "at"> : never) : never;

/** All that clients said and were answered, in order. */
export interface Ledger {
  readonly transport: TransportKind;
  readonly entries: readonly Entry[];
  /** What no request asked for, on stdio. */
  readonly stray: Exchange;
  /** How much was not kept. */
  dropped(): number;
  begin(sent: Sent, label: string, connection: string): Entry | undefined;
  /** What is served but not kept: nothing more is judged from here on. */
  pass(): undefined;
  strayFrame(frame: Unstamped): void;
  /** The clients are gone: nothing more will come (stdio). */
  close(): void;
  closed(): boolean;
}

/** `now`: milliseconds, never going back. Times are made to differ, so that they tell the order. */
export function createLedger(transport: TransportKind, now: () => number, most: typeof MOST = MOST): Ledger {
  const entries: Entry[] = [];
  const strayFrames: Frame[] = [];
  const began = now();
  let last = 0;
  let characters = 0;
  let dropped = 0;
  let full = false;
  const takes = (more: number): boolean => {
    characters += more;
    full ||= entries.length >= most.exchanges || characters > most.characters;
    return !full;
  };
  let closed = false;
  const stamp = (): number => {
    last = Math.max(now() - began, last + 0.001);
    return last;
  };
  const common = { part: "ask", revision: "2025-11-25" } as const;
  const stray: Exchange = {
    ...common,
    id: "message#0",
    label: "unasked",
    part: "stray",
    connection: "stdio",
    at: 0,
    ms: 0,
    frames: strayFrames,
    ending: { kind: "enough" },
  };
  return {
    transport,
    entries,
    stray,
    dropped: () => dropped,
    begin(sent, label, connection) {
      const text = textIn(sent);
      // What is too deep or holds too many values is not read here, though it may be sound.
      if (text.length > JSON_LIMITS.levels && sizeOfJson(text).beyond !== undefined) full = true;
      if (!takes(text.length + besides(sent))) {
        dropped += 1;
        return undefined;
      }
      const at = stamp();
      const frames: Frame[] = [];
      const exchange: { -readonly [K in keyof Exchange]: Exchange[K] } = {
        ...common,
        id: `message#${entries.length + 1}`,
        label,
        connection,
        at,
        ms: 0,
        frames,
        // Until it ends: the answer is still open.
        ending: { kind: "enough" },
        sent,
      };
      const entry: Entry = {
        number: entries.length + 1,
        exchange,
        frame(frame) {
          const length = "text" in frame ? frame.text.length : "data" in frame ? (frame.data?.length ?? 0) : 0;
          if (!takes(length)) return;
          frames.push({ ...frame, at: stamp() } as Frame);
        },
        end(ending) {
          exchange.ending = ending;
          exchange.ms = stamp() - at;
        },
      };
      entries.push(entry);
      return entry;
    },
    pass() {
      full = true;
      dropped += 1;
    },
    strayFrame(frame) {
      if (takes("text" in frame ? frame.text.length : 0)) strayFrames.push({ ...frame, at: stamp() } as Frame);
    },
    close() {
      closed = true;
    },
    closed: () => closed,
  };
}

/** Characters of the address and the headers. */
function besides(sent: Sent): number {
  if (sent.kind !== "http") return 0;
  return sent.headers.reduce((sum, [name, value]) => sum + name.length + value.length, sent.url.length);
}

export function textIn(sent: Sent): string {
  if (sent.kind === "http") return sent.body ?? "";
  return sent.writes.filter((one) => typeof one === "string").join("");
}

/** The first message in it that can be read, for labels and for telling clients apart. */
export function messageIn(sent: Sent): Json | undefined {
  const reading = readText(textIn(sent));
  if (reading.state !== "json") return undefined;
  return Array.isArray(reading.json) ? (reading.json as readonly Json[])[0] : reading.json;
}

/** Ids of the requests in it. */
export function idsIn(text: string): readonly RpcId[] {
  const reading = readText(text);
  if (reading.state !== "json") return [];
  const all = Array.isArray(reading.json) ? (reading.json as readonly Json[]) : [reading.json];
  return all.flatMap((one) => {
    const id = isObject(one) && typeof one["method"] === "string" ? one["id"] : undefined;
    return typeof id === "string" || typeof id === "number" ? [id] : [];
  });
}

/** What a log calls it: the method, or what else it is. */
export function labelOf(sent: Sent): string {
  if (sent.kind === "http" && sent.method !== "POST") return sent.method;
  const message = messageIn(sent);
  if (!isObject(message)) return "no message";
  const { method } = message;
  if (typeof method === "string") return method;
  return "result" in message || "error" in message ? "response" : "no message";
}

const SECRET: readonly string[] = ["authorization", "proxy-authorization", "cookie"];

/** The request as it is kept: without what a client would not want to see in a log. */
export function withoutSecrets(sent: HttpSent): HttpSent {
  return {
    ...sent,
    url: sent.url.replace(/([?&](?:access_token|token|key|api_key)=)[^&#]*/gi, "$1(removed)"),
    headers: sent.headers.map(([name, value]) =>
      SECRET.includes(name.toLowerCase()) ? [name, "(removed)"] : [name, value],
    ),
  };
}
