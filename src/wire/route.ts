import type { StdioSent } from "../model/exchange.ts";

/** What an exchange can be named by, or what a line names. Ids and progress tokens are compared as text. */
export interface Keys {
  readonly ids: ReadonlySet<string>;
  readonly tokens: ReadonlySet<string>;
}

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

type Loose = { readonly [key: string]: unknown };

function loose(value: unknown): Loose {
  return typeof value === "object" && value !== null ? (value as Loose) : {};
}

/** The messages in a text: one, the elements of an array, or none when it is no JSON. */
function messages(text: string): readonly Loose[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(loose) : [loose(value)];
  } catch {
    return [];
  }
}

function addKey(keys: Set<string>, value: unknown): void {
  if (typeof value === "string" || typeof value === "number") keys.add(String(value));
}

/** The ids of the requests sent, and the progress tokens that stand in them. */
export function keysOfSent(sent: StdioSent): Keys {
  const ids = new Set(sent.ids.map(String));
  const tokens = new Set<string>();
  const text = sent.writes.filter((write) => typeof write === "string").join("");
  if (text.includes("progressToken")) {
    for (const line of text.split("\n")) {
      for (const message of messages(line)) addKey(tokens, loose(loose(message["params"])["_meta"])["progressToken"]);
    }
  }
  return { ids, tokens };
}

/** What a line of the server names: the request that it answers, cancels, reports on, or that it subscribed with. */
export function keysOfLine(text: string): Keys {
  const ids = new Set<string>();
  const tokens = new Set<string>();
  for (const message of messages(text)) {
    const params = loose(message["params"]);
    // The id of a request of the server's own is of its own count.
    if (!("method" in message)) addKey(ids, message["id"]);
    addKey(tokens, params["progressToken"]);
    addKey(ids, loose(params["_meta"])[SUBSCRIPTION]);
    addKey(ids, params["requestId"]);
  }
  return { ids, tokens };
}

export interface Routed {
  readonly keys: Keys;
}

/**
 * The open exchange that a line belongs to: the one that it names; else, when it names no request that was ever sent
 * here, the only one that is open. Undefined: it belongs to none.
 */
export function routeOf<E extends Routed>(
  text: string,
  open: readonly E[],
  sentIds: ReadonlySet<string>,
): E | undefined {
  const line = keysOfLine(text);
  const named =
    open.find((one) => meet(line.tokens, one.keys.tokens)) ??
    open.find((one) => meet(line.ids, one.keys.ids) || meet(line.tokens, one.keys.ids));
  if (named !== undefined) return named;
  const late = meet(line.ids, sentIds) || meet(line.tokens, sentIds);
  return late || open.length !== 1 ? undefined : open[0];
}

function meet(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const one of some) if (others.has(one)) return true;
  return false;
}
