import type { RpcId, Sent } from "../../model/exchange.ts";
import type { JsonObject } from "../../model/json.ts";
import type { How, Session } from "../../model/probe.ts";
import type { Revision } from "../../model/revision.ts";
import type { Header } from "../../model/target.ts";
import { changeHeaders, headerValues } from "../headers.ts";

/** Where a conversation goes to and who speaks in it. */
export interface Spoken {
  /** Undefined on stdio. */
  readonly url: string | undefined;
  /** The user's headers; they win over the dialect's of the same name. */
  readonly userHeaders: readonly Header[];
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly session: Session | undefined;
  /** Client capabilities of the conversation. */
  readonly capabilities: JsonObject;
}

/** What a revision adds to a JSON-RPC message: the `_meta` of its params and the headers of its POST. Pure. */
export interface Dialect {
  readonly revision: Revision;
  params(method: string, params: JsonObject | undefined, how: How, spoken: Spoken): JsonObject | undefined;
  headers(method: string, params: JsonObject | undefined, how: How, spoken: Spoken): readonly Header[];
}

/** One message ready to be sent. Without an id it is a notification. */
export function compose(
  dialect: Dialect,
  spoken: Spoken,
  message: { readonly id?: RpcId; readonly method: string; readonly params?: JsonObject | undefined },
  how: How,
): Sent {
  const params = how.bare === true ? message.params : dialect.params(message.method, message.params, how, spoken);
  const withId = message.id === undefined ? {} : { id: message.id };
  const json = {
    jsonrpc: "2.0",
    ...withId,
    method: message.method,
    ...(how.noParams === true || params === undefined ? {} : { params }),
  };
  const ids = message.id === undefined ? [] : [message.id];
  const text = how.body ?? JSON.stringify(json);
  return spoken.url === undefined
    ? { kind: "stdio", writes: [`${text}\n`], ids }
    : post(spoken, dialect.headers(message.method, params, how, spoken), text, ids, how);
}

/** A response to a request of the server (2025-11-25). */
export function composeReply(dialect: Dialect, spoken: Spoken, body: JsonObject): Sent {
  const text = JSON.stringify({ jsonrpc: "2.0", ...body });
  return spoken.url === undefined
    ? { kind: "stdio", writes: [`${text}\n`], ids: [] }
    : post(spoken, dialect.headers("", undefined, {}, spoken), text, [], {});
}

function post(spoken: Spoken, headers: readonly Header[], body: string, ids: readonly RpcId[], how: How): Sent {
  const base: readonly Header[] = [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
    ...headers,
  ];
  return httpSent(spoken, "POST", base, how, ids, body);
}

/** An HTTP request with the conversation's headers and the changes of `how`. */
export function httpSent(
  spoken: Spoken,
  method: string,
  headers: readonly Header[],
  how: How & { readonly path?: string },
  ids: readonly RpcId[],
  body?: string,
): Sent {
  const own = headers.filter(([name]) => headerValues(spoken.userHeaders, name).length === 0);
  const changed = changeHeaders([...own, ...spoken.userHeaders], how.headers);
  return {
    kind: "http",
    method,
    url: address(spoken.url ?? "", how.path, how.query),
    headers: [...changed, ...(how.addHeaders ?? [])],
    ...(body === undefined ? {} : { body }),
    ...(how.exact === true ? { exact: true } : {}),
    ...(how.freshConnection === true ? { fresh: true } : {}),
    ids,
  };
}

function address(url: string, path: string | undefined, query: Readonly<Record<string, string>> | undefined): string {
  if (path === undefined && query === undefined) return url;
  const changed = new URL(path ?? url, url);
  for (const [name, value] of Object.entries(query ?? {})) changed.searchParams.append(name, value);
  return changed.href;
}
