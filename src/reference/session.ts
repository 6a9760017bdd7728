import type { RpcId } from "../model/exchange.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { TransportKind } from "../model/revision.ts";
import type { Filter, Reply, Told, Topic } from "./answer.ts";
import {
  type Answer,
  type Change,
  type Context,
  failure,
  INVALID_REQUEST,
  invalidParams,
  type LastWord,
} from "./answer.ts";
import { answered, type Core, changeServer, toldOf, unknownMethod } from "./core.ts";
import type { Request } from "./hear.ts";
import { LEGACY_VERSIONS } from "./legacy.ts";

/** One legacy session: everything that is remembered between its requests. */
export interface Session {
  readonly id: string;
  readonly version: string;
  readonly clientCapabilities: JsonObject;
  logLevel: string;
  /** Set by notifications/initialized: until then nothing is sent unasked. */
  ready: boolean;
  readonly subscriptions: Set<string>;
  /** The requests in flight. */
  readonly running: Set<Running>;
  /** Who waits for the client's answers. */
  readonly waiting: Map<RpcId, (reply: Reply) => void>;
  /** How many requests the server has made. */
  asked: number;
}

/** A request in flight. They are not kept by their id: whoever gives one twice has both of them cancelled. */
export interface Running {
  readonly id: RpcId;
  readonly cancel: () => void;
}

export function cancelRunning(running: Iterable<Running>, id: Json | undefined): void {
  for (const one of [...running]) if (one.id === id) one.cancel();
}

export function openSession(id: string, initialize: Request, word: LastWord): Session | undefined {
  if (word.kind !== "result") return undefined;
  const params = isObject(initialize.params) ? initialize.params : {};
  const version = String(word.result["protocolVersion"]);
  return {
    id,
    version: LEGACY_VERSIONS.includes(version) ? version : (LEGACY_VERSIONS[0] ?? ""),
    clientCapabilities: isObject(params["capabilities"]) ? params["capabilities"] : {},
    logLevel: "info",
    ready: false,
    subscriptions: new Set(),
    running: new Set(),
    waiting: new Map(),
    asked: 0,
  };
}

/** The answer to a legacy request; `session` is undefined for one that comes before initialize. */
export function answerLegacy(
  core: Core,
  session: Session | undefined,
  request: Request,
  transport: TransportKind,
): { readonly answer: Answer; readonly context: Context | undefined } {
  const bare = (answer: Answer) => ({ answer, context: undefined });
  const { method, params = {} } = request;
  const methods = core.options.table.legacy;
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (handler === undefined) return bare(unknownMethod(method).word);
  if (method === "initialize" && session !== undefined) return bare(failure(INVALID_REQUEST, "Already initialized"));
  if (session === undefined && method !== "initialize" && method !== "ping") {
    return bare(failure(INVALID_REQUEST, "Send initialize first"));
  }
  if (!isObject(params)) return bare(invalidParams("params must be an object"));
  const context = legacyContext(core, session, request, params, transport);
  return { answer: answered(core, handler, context), context };
}

function legacyContext(
  core: Core,
  session: Session | undefined,
  request: Request,
  params: JsonObject,
  transport: TransportKind,
): Context {
  const principal = session?.id ?? "";
  return {
    era: "legacy",
    transport,
    version: session?.version ?? "",
    id: request.id,
    method: request.method,
    params,
    meta: isObject(params["_meta"]) ? params["_meta"] : {},
    clientCapabilities: session?.clientCapabilities ?? {},
    logLevel: session?.logLevel,
    offer: core.options.offer,
    pageSize: core.options.pageSize,
    now: core.world.now(),
    token: core.world.token(),
    secret: core.secret,
    principal,
    tasks: core.tasks.of(principal),
  };
}

export function changeSession(core: Core, session: Session | undefined, change: Change): void {
  if (change.kind === "log-level") {
    if (session !== undefined) session.logLevel = change.level;
  } else if (change.kind === "subscribe") session?.subscriptions.add(change.uri);
  else if (change.kind === "unsubscribe") session?.subscriptions.delete(change.uri);
  else changeServer(core, session?.id ?? "", change);
}

/** What a session is told of a change: its own subscriptions, and every list for which listChanged was declared. */
export function toldToSession(core: Core, session: Session, topic: Topic): Told | undefined {
  if (!session.ready) return undefined;
  const capabilities = core.options.offer.capabilities.legacy;
  const changes = (name: string) => {
    const declared = capabilities[name];
    return isObject(declared) && declared["listChanged"] === true;
  };
  const filter: Filter = {
    toolsListChanged: changes("tools"),
    promptsListChanged: changes("prompts"),
    resourcesListChanged: changes("resources"),
    resourceSubscriptions: [...session.subscriptions],
  };
  return toldOf(topic, filter);
}

/** Takes note of a notification of the client. */
export function noteLegacy(session: Session, method: string, params: JsonObject): void {
  if (method === "notifications/initialized") session.ready = true;
  if (method !== "notifications/cancelled") return;
  const { requestId } = params;
  cancelRunning(session.running, requestId);
}

/** Hands the client's answer to whoever waits for it. False: nobody does. */
export function replyTo(session: Session, id: RpcId | undefined, reply: Reply): boolean {
  const waits = id === undefined ? undefined : session.waiting.get(id);
  if (id === undefined || waits === undefined) return false;
  session.waiting.delete(id);
  waits(reply);
  return true;
}
