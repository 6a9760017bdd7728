import type { RpcId } from "../model/exchange.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { type Answer, failure, INVALID_REQUEST, PARSE_ERROR, type Reply } from "./answer.ts";

/** A sound JSON-RPC request. */
export interface Request {
  readonly id: RpcId;
  readonly method: string;
  /** As sent: may be missing, or no object. */
  readonly params: Json | undefined;
}

/** A message as a server hears it. */
export type Heard =
  | { readonly kind: "request"; readonly request: Request }
  | { readonly kind: "notification"; readonly method: string; readonly params: JsonObject }
  | { readonly kind: "response"; readonly id: RpcId | undefined; readonly reply: Reply }
  | { readonly kind: "batch"; readonly members: readonly Json[] }
  /** No message. `id` is there when it could be read. */
  | { readonly kind: "broken"; readonly id: RpcId | undefined; readonly fault: Answer };

export function hearText(text: string): Heard {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    return { kind: "broken", id: undefined, fault: failure(PARSE_ERROR, "Parse error: the body is no JSON") };
  }
  return hear(json);
}

export function hear(json: Json): Heard {
  if (Array.isArray(json)) return { kind: "batch", members: json };
  if (!isObject(json)) return broken(undefined, "a message is a JSON object");
  const id = isId(json["id"]) ? json["id"] : undefined;
  if (json["jsonrpc"] !== "2.0") return broken(id, 'jsonrpc must be "2.0"');
  if ("id" in json && id === undefined && !("error" in json))
    return broken(undefined, "id must be a string or an integer");
  const { method, params } = json;
  if (typeof method === "string") {
    if (id !== undefined) return { kind: "request", request: { id, method, params } };
    return { kind: "notification", method, params: isObject(params) ? params : {} };
  }
  if (method === undefined && isObject(json["result"]))
    return { kind: "response", id, reply: { result: json["result"] } };
  if (method === undefined && isObject(json["error"])) return { kind: "response", id, reply: { error: json["error"] } };
  return broken(id, "method must be a string");
}

export function broken(id: RpcId | undefined, why: string): Heard {
  return { kind: "broken", id, fault: failure(INVALID_REQUEST, `Invalid Request: ${why}`) };
}

export function isId(value: Json | undefined): value is RpcId {
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value));
}
