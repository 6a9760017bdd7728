import type { Exchange, Frame, RpcId } from "../model/exchange.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Header } from "../model/target.ts";
import { headerValue, headerValues, mediaType } from "./headers.ts";
import { isResponse, messagesOf, type Placed, sameIdText } from "./jsonrpc.ts";

/** What a request was answered with. Status is undefined on stdio. */
export type Reply =
  /** A JSON-RPC result that belongs to the request (ids compared as text). */
  | (Placement & { readonly kind: "result"; readonly result: Json })
  /** A JSON-RPC error that belongs to the request, or one without an id. `code` as sent: it may be no number. */
  | (Placement & { readonly kind: "error"; readonly code: Json; readonly error: Json })
  /** A response with another request's id. */
  | (Placement & { readonly kind: "foreign" })
  /** HTTP only: an answer without a JSON-RPC response in it. */
  | { readonly kind: "status"; readonly status: number }
  /** Nothing that could be an answer. `why` is a phrase: "no answer within 15 s". */
  | { readonly kind: "none"; readonly why: string };

interface Placement {
  readonly status: number | undefined;
  readonly message: JsonObject;
  /** Index of the frame, and pointer into it. */
  readonly frame: number;
  readonly pointer: string;
}

const replies = new WeakMap<Exchange, Reply>();

/** The answer to the (first) request of an exchange. */
export function replyOf(exchange: Exchange): Reply {
  const before = replies.get(exchange);
  if (before !== undefined) return before;
  const reply = readReply(exchange, exchange.sent?.ids[0]);
  replies.set(exchange, reply);
  return reply;
}

/** The answer to one of several requests of an exchange, or to a message whose id could not be read (undefined). */
export function readReply(exchange: Pick<Exchange, "frames" | "ending" | "ms">, id: RpcId | undefined): Reply {
  const status = statusOf(exchange);
  const responses = exchange.frames.flatMap((frame, index) =>
    messagesOf(frame).flatMap((one) =>
      isResponse(one.json) && !isPage(one.json, frame, status, id) ? [{ ...one, frame: index }] : [],
    ),
  );
  const own = id === undefined ? responses[0] : responses.find((one) => sameIdText(one.json["id"], id));
  const nameless = responses.find((one) => one.kind === "error" && (one.json["id"] ?? null) === null);
  const found = own ?? nameless;
  if (found !== undefined) return placed(found, status);
  const foreign = responses[0];
  if (foreign !== undefined) {
    return { kind: "foreign", status, message: foreign.json, frame: foreign.frame, pointer: foreign.pointer };
  }
  if (status !== undefined && answered(exchange)) return { kind: "status", status };
  return { kind: "none", why: whyNone(exchange) };
}

/**
 * JSON of an HTTP error that is no JSON-RPC: what frameworks, gateways and OAuth send, `{"error":"invalid_token"}`. It
 * has no jsonrpc, not the request's id, and no error with a code.
 */
function isPage(json: JsonObject, frame: Frame, status: number | undefined, id: RpcId | undefined): boolean {
  if (frame.kind !== "body" || status === undefined || status < 300 || "jsonrpc" in json) return false;
  if (id !== undefined && sameIdText(json["id"], id)) return false;
  const { error } = json;
  return !(isObject(error) && "code" in error);
}

function placed(found: Placed & { readonly frame: number }, status: number | undefined): Reply {
  const place = { status, message: found.json, frame: found.frame, pointer: found.pointer };
  if (found.kind === "result") return { ...place, kind: "result", result: found.json["result"] ?? null };
  const error = found.json["error"] ?? null;
  return { ...place, kind: "error", error, code: isObject(error) ? (error["code"] ?? null) : null };
}

/** An event stream that stays open without the response is no answer yet; any other head is one. */
function answered(exchange: Pick<Exchange, "frames" | "ending">): boolean {
  if (exchange.ending.kind === "complete") return true;
  if (exchange.ending.kind === "enough") return true;
  return (statusOf(exchange) ?? 200) >= 300;
}

/** Why nothing came, as a phrase that stands after a colon. */
export function whyNone(exchange: Pick<Exchange, "ending" | "ms">): string {
  const ending = exchange.ending;
  switch (ending.kind) {
    case "complete":
    case "enough":
      return "no response came";
    case "timeout":
      return `no answer within ${Math.round(exchange.ms / 100) / 10} s`;
    case "reset":
      return `the connection was closed ${ending.phase === "head" ? "before an answer" : "in the middle of the answer"} (${ending.detail})`;
    case "refused":
      return `no connection (${ending.detail})`;
    case "malformed":
      return `the answer is no HTTP (${ending.detail})`;
    case "exited":
      return `the server process ended (${exitText(ending)})`;
    case "over-budget":
      return `the answer passed the limit of ${ending.limit} ${ending.budget}`;
    case "cancelled":
      return "the run was cancelled";
  }
}

export function exitText(exit: { readonly code: number | null; readonly signal: string | null }): string {
  return exit.signal !== null ? `signal ${exit.signal}` : `exit code ${exit.code ?? "unknown"}`;
}

export function headOf(exchange: Pick<Exchange, "frames">): Extract<Frame, { kind: "head" }> | undefined {
  return exchange.frames.find((frame) => frame.kind === "head");
}

export function statusOf(exchange: Pick<Exchange, "frames">): number | undefined {
  return headOf(exchange)?.status;
}

export function headersOf(exchange: Pick<Exchange, "frames">): readonly Header[] {
  return headOf(exchange)?.headers ?? [];
}

/** The media type of the answer, or undefined. */
export function mediaTypeOf(exchange: Pick<Exchange, "frames">): string | undefined {
  return mediaType(headerValue(headersOf(exchange), "content-type"));
}

/** Bytes of the answer's body; event streams count the characters of their data. */
export function bodyBytes(exchange: Pick<Exchange, "frames">): number {
  return exchange.frames.reduce(
    (sum, frame) =>
      sum + (frame.kind === "body" ? frame.bytes : frame.kind === "event" ? (frame.data ?? "").length : 0),
    0,
  );
}

/** Parses `Bearer realm="x", error="y"` challenges: scheme in lower case and its parameters. */
export interface Challenge {
  readonly scheme: string;
  readonly params: { readonly [name: string]: string };
}

/** The challenges of all WWW-Authenticate lines. */
export function challengesOf(headers: readonly Header[]): readonly Challenge[] {
  const challenges: { scheme: string; params: { [name: string]: string } }[] = [];
  for (const line of headerValues(headers, "www-authenticate")) {
    const token =
      /\s*,?\s*(?:([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))|([!#$%&'*+.^_`|~\w-]+=*))(?=\s|,|$)/gy;
    let match = token.exec(line);
    while (match !== null && match[0] !== "") {
      const [, name, quoted, bare, scheme] = match;
      if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), params: {} });
      else if (name !== undefined) {
        const last = challenges.at(-1);
        if (last !== undefined) last.params[name.toLowerCase()] = quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "";
      }
      match = token.exec(line);
    }
  }
  return challenges;
}

export function hasBearerChallenge(exchange: Pick<Exchange, "frames">): boolean {
  return challengesOf(headersOf(exchange)).some((one) => one.scheme === "bearer");
}
