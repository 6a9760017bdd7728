import type { RpcId } from "../model/exchange.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { TransportKind } from "../model/revision.ts";
import type { Offer } from "./offer.ts";

/** legacy: by initialize, up to 2025-11-25. modern: stateless, 2026-07-28. */
export type Era = "legacy" | "modern";

/** A notification to the client. */
export interface Told {
  readonly method: string;
  readonly params?: JsonObject;
}

/** What the client answered to a request of the server (legacy). */
export type Reply = { readonly result: JsonObject } | { readonly error: JsonObject };

/** Something outside the answer that a request brings about. */
export type Change =
  | { readonly kind: "log-level"; readonly level: string }
  | { readonly kind: "subscribe"; readonly uri: string }
  | { readonly kind: "unsubscribe"; readonly uri: string }
  /** Told to whoever subscribed to it. */
  | { readonly kind: "publish"; readonly topic: Topic }
  | { readonly kind: "start-task"; readonly task: NewTask }
  | { readonly kind: "cancel-task"; readonly taskId: string };

/** A task to be done beside the request that asked for it. */
export interface NewTask {
  readonly taskId: string;
  readonly ttlMs: number;
  /** What it will have as its result. */
  readonly work: Answer;
}

/** A task as it stands. Times in milliseconds since 1970. */
export interface TaskView {
  readonly taskId: string;
  readonly status: "working" | "completed" | "failed" | "cancelled";
  readonly createdAt: number;
  readonly changedAt: number;
  readonly ttlMs: number;
  /** The last word of its work, once there is one. */
  readonly outcome: LastWord | undefined;
}

export type Topic =
  | { readonly kind: "tools" | "prompts" | "resources" }
  | { readonly kind: "updated"; readonly uri: string }
  | { readonly kind: "task"; readonly task: TaskView };

/** What a client of subscriptions/listen asked for and gets. */
export interface Filter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
  readonly taskIds?: readonly string[];
}

/**
 * What a server does about a request, as a value: a last word, or a step and what comes after it. Whoever serves the
 * request takes the steps, so that a handler stays a pure function.
 */
export type Answer =
  | { readonly kind: "result"; readonly result: JsonObject }
  | { readonly kind: "error"; readonly code: number; readonly message: string; readonly data?: Json }
  /** Notifications that belong to the request, sent before what comes next. */
  | { readonly kind: "tell"; readonly told: readonly Told[]; readonly next: Answer }
  | { readonly kind: "wait"; readonly ms: number; readonly next: Answer }
  /** A request to the client (legacy only). */
  | {
      readonly kind: "ask";
      readonly method: string;
      readonly params: JsonObject;
      readonly next: (reply: Reply) => Answer;
    }
  | { readonly kind: "change"; readonly changes: readonly Change[]; readonly next: Answer }
  /** Waits for the end of a task. */
  | { readonly kind: "join"; readonly taskId: string; readonly next: (word: LastWord) => Answer }
  /** Holds the stream open for notifications (modern only). */
  | { readonly kind: "listen"; readonly filter: Filter }
  /** Work that takes as long as it takes. For fixtures: the reference has none. */
  | { readonly kind: "later"; readonly run: () => Promise<Answer> }
  /**
   * Work that may tell of itself while it goes on, and hands over what comes next once. The returned function stops it.
   * For servers whose tools reach the world: the reference has none.
   */
  | {
      readonly kind: "work";
      readonly start: (tell: (told: Told) => void, next: (answer: Answer) => void) => () => void;
    };

export type LastWord = Extract<Answer, { kind: "result" | "error" }>;

/** Everything beside the params that an answer may depend on. */
export interface Context {
  readonly era: Era;
  readonly transport: TransportKind;
  /** The negotiated version (legacy), or the request's (modern). */
  readonly version: string;
  readonly id: RpcId;
  readonly method: string;
  /** As they came, {} where there were none. */
  readonly params: JsonObject;
  /** params._meta, {} where there is none. */
  readonly meta: JsonObject;
  readonly clientCapabilities: JsonObject;
  /** Log messages below it are not sent; undefined: none are. */
  readonly logLevel: string | undefined;
  readonly offer: Offer;
  readonly pageSize: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** 32 random hexadecimal digits, one token per request. */
  readonly token: string;
  /** Key that protects what passes through the client. */
  readonly secret: string;
  /** Who asks: the session (legacy), or the bearer of the token, where there is one (modern). */
  readonly principal: string;
  /** The asker's tasks, oldest first. */
  readonly tasks: readonly TaskView[];
}

export type Handler = (params: JsonObject, context: Context) => Answer;

/** Every method of one era with what answers it. */
export interface Methods {
  readonly [method: string]: Handler;
}

export interface Table {
  readonly legacy: Methods;
  readonly modern: Methods;
}

export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const PARSE_ERROR = -32700;

export function result(value: JsonObject): Answer {
  return { kind: "result", result: value };
}

export function failure(code: number, message: string, data?: Json): Extract<Answer, { kind: "error" }> {
  return data === undefined ? { kind: "error", code, message } : { kind: "error", code, message, data };
}

export function invalidParams(message: string, data?: Json): Extract<Answer, { kind: "error" }> {
  return failure(INVALID_PARAMS, message, data);
}

/** `next` after the notifications; just `next` where there are none. */
export function tell(told: readonly Told[], next: Answer): Answer {
  return told.length === 0 ? next : { kind: "tell", told, next };
}

/** The answer with its last word changed, whatever steps lead to it. */
export function mapLast(answer: Answer, change: (last: LastWord) => Answer): Answer {
  switch (answer.kind) {
    case "result":
    case "error":
      return change(answer);
    case "tell":
    case "wait":
    case "change":
      return { ...answer, next: mapLast(answer.next, change) };
    case "ask":
      return { ...answer, next: (reply: Reply) => mapLast(answer.next(reply), change) };
    case "join":
      return { ...answer, next: (word: LastWord) => mapLast(answer.next(word), change) };
    case "later":
      return { kind: "later", run: async () => mapLast(await answer.run(), change) };
    case "work":
      return { kind: "work", start: (tell, next) => answer.start(tell, (then) => next(mapLast(then, change))) };
    case "listen":
      return answer;
  }
}
