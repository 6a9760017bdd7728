import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { LoadFault } from "../model/load.ts";
import { readText } from "../protocol/jsonrpc.ts";
import { sseParser } from "../protocol/sse.ts";

/** Ids are patched into prepared requests: all have ten digits, and fit into 32 bits with a sign. */
export const FIRST_ID = 1_000_000_000;
export const LAST_ID = 2_147_483_647;
export const ID_DIGITS = 10;

/** The ids that have been sent, so that a foreign one can be told from one that belongs to another request of ours. */
export interface Sent {
  last: number;
  /** Results say what they are (2026-07-28): one that is not complete is not the answer yet. */
  readonly typed?: boolean;
}

/** Undefined: the request was answered with a result. "later": nothing in the text answers it yet. */
export type Judged = LoadFault | undefined | "later";

/** What a body (or a line) says about the request with this id. */
export function judgeText(text: string, id: number, sent: Sent): Judged {
  const reading = readText(text);
  if (reading.state === "empty") return { kind: "no_response", example: "an empty body" };
  if (reading.state !== "json" || !isObject(reading.json)) return { kind: "not_jsonrpc", example: text };
  return judgeMessage(reading.json, id, sent);
}

/** The same for an event stream, or the part of it that is there. */
export function judgeStream(text: string, id: number, sent: Sent): Judged {
  let judged: Judged = "later";
  for (const item of sseParser().push(text)) {
    if (item.kind !== "event" || item.data === undefined || item.data === "") continue;
    const one = judgeText(item.data, id, sent);
    if (one !== "later") return one;
    judged = one;
  }
  return judged;
}

/** A request or notification of the server is no answer; every response is either the one asked for, or a fault. */
export function judgeMessage(message: JsonObject, id: number, sent: Sent): Judged {
  if ("method" in message) return "later";
  const { error, result } = message;
  if (message["jsonrpc"] !== "2.0") return { kind: "not_jsonrpc", example: JSON.stringify(message) };
  if (message["id"] !== id) return foreign(message, sent);
  if (error !== undefined) return rpcFault(error);
  if (!isObject(result)) return { kind: "not_jsonrpc", example: JSON.stringify(message) };
  if (result["isError"] === true) return { kind: "tool_error", example: JSON.stringify(result["content"] ?? null) };
  const type = sent.typed === true ? (result["resultType"] ?? "complete") : "complete";
  if (type !== "complete") return { kind: "incomplete", example: `resultType ${JSON.stringify(type)}` };
  return undefined;
}

function foreign(message: JsonObject, sent: Sent): LoadFault {
  const { id, error } = message;
  // An error that could not be tied to a request has no id, as JSON-RPC asks: it is the answer to this one.
  if ((id === undefined || id === null) && error !== undefined) return rpcFault(error);
  const ours = typeof id === "number" && id >= FIRST_ID && id <= sent.last;
  return ours
    ? { kind: "crossed_id", example: "the id of another request of this run" }
    : { kind: "wrong_id", example: `id ${JSON.stringify(id ?? null)}` };
}

function rpcFault(error: Json): LoadFault {
  const code = isObject(error) ? error["code"] : undefined;
  const kind = typeof code === "number" && Number.isInteger(code) ? `rpc_${code}` : "rpc_error";
  const said = isObject(error) && typeof error["message"] === "string" ? error["message"] : JSON.stringify(error);
  return { kind, example: said };
}

/** Errors of this machine, which lets this process open no more: the server never heard of these requests. */
const OWN_LIMITS: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "EADDRNOTAVAIL", "ENOBUFS", "ENOMEM"]);

/** Why there was no connection. */
export function connectFault(error: (Error & { readonly code?: string }) | undefined): LoadFault {
  const kind = OWN_LIMITS.has(error?.code ?? "") ? "own_limit" : "connect";
  return { kind, example: error?.message ?? "no connection" };
}
