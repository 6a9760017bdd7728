import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, fact, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { META_SUBSCRIPTION } from "../protocol/dialects/2026-07-28.ts";
import { type MessageKind, messagesOf } from "../protocol/jsonrpc.ts";
import { asked, describe, gateOf, isServed } from "./evidence.ts";
import { resourceList } from "./lists.ts";
import { capabilities, declaredAt } from "./session.ts";

export const LISTEN: ProbeId = "lifecycle/listen";
export const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/** Notifications that are sent to subscribers only. */
const TOPICS: readonly string[] = [
  "notifications/tools/list_changed",
  "notifications/prompts/list_changed",
  "notifications/resources/list_changed",
  "notifications/resources/updated",
];

/** What can be subscribed to, by what the server declares; {} where it declares nothing of the kind. */
export function filterFor(recording: Recording): JsonObject {
  const all = capabilities.of(recording);
  if (all.state !== "known") return {};
  const declares = (path: string) => declaredAt(all.value, path) !== undefined;
  const entries = resourceList.entries.of(recording);
  const uri = entries.state === "known" && isObject(entries.value[0]?.item) ? entries.value[0].item["uri"] : undefined;
  return {
    ...(declares("tools.listChanged") ? { toolsListChanged: true } : {}),
    ...(declares("prompts.listChanged") ? { promptsListChanged: true } : {}),
    ...(declares("resources.listChanged") ? { resourcesListChanged: true } : {}),
    ...(declares("resources.subscribe") && typeof uri === "string" ? { resourceSubscriptions: [uri] } : {}),
  };
}

/** A message that belongs to a subscription: its response, its acknowledgement, or what a subscriber is told. */
export interface OfSubscription {
  readonly message: JsonObject;
  readonly kind: MessageKind;
  readonly pointer: string;
}

/**
 * True for a message that belongs to a subscription. Log messages and progress never do: where they come, other rules
 * have something to say.
 */
export function isOfSubscription(message: JsonObject, kind: MessageKind): boolean {
  if (kind === "result" || kind === "error") return true;
  const method = String(message["method"]);
  return method === ACKNOWLEDGED || TOPICS.includes(method) || subscriptionId(message) !== undefined;
}

export function subscriptionId(message: JsonObject): Json | undefined {
  const params = message["params"];
  const meta = isObject(params) ? params["_meta"] : undefined;
  return isObject(meta) ? meta[META_SUBSCRIPTION] : undefined;
}

/** How subscriptions/listen was taken. */
export interface Listening {
  readonly exchange: Exchange;
  /** The first message of the subscription; undefined: none came, though other requests were served meanwhile. */
  readonly first: OfSubscription | undefined;
  /** What was asked for. */
  readonly filter: JsonObject;
}

export const listening = fact<Listening>("listening", [LISTEN, capabilities], (recording) =>
  andThen(asked(recording, LISTEN, "listen"), (exchange) => {
    const gate = gateOf(exchange, recording);
    if (gate !== undefined) return unknown(gate);
    const filter = filterFor(recording);
    const first = exchange.frames.flatMap(messagesOf).find((one) => isOfSubscription(one.json, one.kind));
    const about = {
      exchange,
      filter,
      first: first && { message: first.json, kind: first.kind, pointer: first.pointer },
    };
    const reply = replyOf(exchange);
    if (reply.kind === "error" && about.first?.kind === "error") {
      if (Object.keys(filter).length === 0) return absent("The server declares nothing to subscribe to");
      // Too many subscriptions, says this code; it shows nothing of how one would be served.
      return reply.code === -32603 ? unknown(`subscriptions/listen: ${describe(exchange)}`) : known(about);
    }
    if (about.first !== undefined) return known(about);
    if (Object.keys(filter).length === 0) return absent("The server declares nothing to subscribe to");
    const status = statusOf(exchange);
    if (status !== undefined && status !== 200) return unknown(`subscriptions/listen: ${describe(exchange)}`);
    return andThen(asked(recording, LISTEN, "control"), (control) => {
      if (!isServed(control)) return unknown(`subscriptions/listen and what followed it: ${describe(control)}`);
      if (status !== undefined && exchange.ending.kind === "timeout" && !isLoopback(recording)) {
        return unknown("the stream of subscriptions/listen was opened and stayed silent; a proxy may hold it back");
      }
      return known(about);
    });
  }),
);

function isLoopback(recording: Recording): boolean {
  const host = recording.target.hostname ?? "localhost";
  return (
    host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || host === "::1" || /^127\./.test(host)
  );
}
