import type { RpcId } from "../model/exchange.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { TransportKind } from "../model/revision.ts";
import type { ServerWorld } from "../model/serving.ts";
import type { Answer, Change, Context, Filter, Handler, LastWord, Told, Topic } from "./answer.ts";
import { failure, invalidParams, METHOD_NOT_FOUND } from "./answer.ts";
import { toolError } from "./content.ts";
import type { Request } from "./hear.ts";
import { LEVELS } from "./logs.ts";
import { finished, MODERN_VERSIONS } from "./modern.ts";
import type { ReferenceOptions, Sending } from "./options.ts";
import { attempt } from "./play.ts";
import { createTasks, type Tasks } from "./tasks.ts";
import { shown } from "./tasks-modern.ts";

/** One running server: what its requests share. */
export interface Core {
  readonly options: ReferenceOptions;
  readonly world: ServerWorld;
  readonly secret: string;
  /** Whoever is told of changes. */
  readonly audience: Set<(topic: Topic) => void>;
  readonly tasks: Tasks;
  /** How many tools were called in which second. */
  readonly calls: { second: number; count: number };
  /** Held streams, to be ended gracefully. */
  readonly held: Set<() => void>;
}

export function createCore(options: ReferenceOptions, world: ServerWorld): Core {
  const audience: Core["audience"] = new Set();
  const tasks = createTasks(world, (topic) => tellAll(audience, topic));
  return {
    options,
    world,
    secret: world.token() + world.token(),
    audience,
    tasks,
    calls: { second: 0, count: 0 },
    held: new Set(),
  };
}

function tellAll(audience: Core["audience"], topic: Topic): void {
  for (const hears of [...audience]) hears(topic);
}

/** Brings about what concerns no session. */
export function changeServer(core: Core, owner: string, change: Change): void {
  if (change.kind === "publish") tellAll(core.audience, change.topic);
  else if (change.kind === "start-task" || change.kind === "cancel-task") core.tasks.change(owner, change);
}

/** A request that is turned down before its method's handler is asked, with the HTTP status for it. */
export interface Refusal {
  readonly status: number;
  readonly word: LastWord;
}

export const META = "io.modelcontextprotocol/";

/** What a modern request says about itself, once it is known to be sound. */
export interface Metadata {
  readonly params: JsonObject;
  readonly meta: JsonObject;
  readonly version: string;
  readonly capabilities: JsonObject;
}

/** Reads params._meta, or says what is wrong with it (basic/index#_meta). */
export function readMetadata(request: Request): Metadata | Refusal {
  const { params } = request;
  if (!isObject(params)) return badMeta("params is missing or no object");
  const meta = params["_meta"];
  if (!isObject(meta)) return badMeta("params._meta is missing or no object");
  const version = meta[`${META}protocolVersion`];
  if (typeof version !== "string") return badMeta(`params._meta needs the string ${META}protocolVersion`);
  const capabilities = meta[`${META}clientCapabilities`];
  if (!isObject(capabilities)) return badMeta(`params._meta needs the object ${META}clientCapabilities`);
  const info = meta[`${META}clientInfo`];
  if (
    info !== undefined &&
    !(isObject(info) && typeof info["name"] === "string" && typeof info["version"] === "string")
  ) {
    return badMeta(`${META}clientInfo must have the strings name and version`);
  }
  const level = meta[`${META}logLevel`];
  if (level !== undefined && !(typeof level === "string" && LEVELS.includes(level))) {
    return badMeta(`${META}logLevel is no log level`);
  }
  const token = meta["progressToken"];
  if (token !== undefined && typeof token !== "string" && !(typeof token === "number" && Number.isInteger(token))) {
    return badMeta("progressToken must be a string or an integer");
  }
  return { params, meta, version, capabilities };
}

function badMeta(why: string): Refusal {
  return { status: 400, word: invalidParams(`Invalid params: ${why}`) };
}

export function unsupportedVersion(requested: string): Refusal {
  const data = { supported: MODERN_VERSIONS, requested };
  return {
    status: 400,
    word: failure(-32022, `Unsupported protocol version; supported: ${MODERN_VERSIONS.join(", ")}`, data),
  };
}

export function unknownMethod(method: string): Refusal {
  return { status: 404, word: failure(METHOD_NOT_FOUND, `Method not found: ${method}`) };
}

export function isRefusal(value: Metadata | Refusal): value is Refusal {
  return "word" in value;
}

/** An initialize that nobody here can serve still has to hear which versions there are (basic/versioning). */
export function initializeRefusal(params: Json | undefined): Refusal {
  const asked = isObject(params) ? params["protocolVersion"] : undefined;
  return unsupportedVersion(typeof asked === "string" ? asked : "");
}

/** True for a request that carries a modern version, whatever else is wrong with it. */
export function isModern(params: Json | undefined): boolean {
  return isObject(params) && isObject(params["_meta"]) && `${META}protocolVersion` in params["_meta"];
}

export function modernContext(
  core: Core,
  transport: TransportKind,
  request: Request,
  metadata: Metadata,
  principal: string,
): Context {
  const level = metadata.meta[`${META}logLevel`];
  return {
    era: "modern",
    transport,
    version: metadata.version,
    id: request.id,
    method: request.method,
    params: metadata.params,
    meta: metadata.meta,
    clientCapabilities: metadata.capabilities,
    logLevel: typeof level === "string" ? level : undefined,
    offer: core.options.offer,
    pageSize: core.options.pageSize,
    now: core.world.now(),
    token: core.world.token(),
    secret: core.secret,
    principal,
    tasks: core.tasks.of(principal),
  };
}

export function answerModern(core: Core, request: Request, context: Context): Answer {
  const methods = core.options.table.modern;
  const handler = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (handler === undefined) return unknownMethod(request.method).word;
  return answered(core, handler, context);
}

/** What a handler answers, unless too many tools were called in this second. */
export function answered(core: Core, handler: Handler, context: Context): Answer {
  if (context.method === "tools/call") {
    const second = Math.floor(context.now / 1000);
    if (core.calls.second !== second) Object.assign(core.calls, { second, count: 0 });
    core.calls.count += 1;
    if (core.calls.count > core.options.callsPerSecond) return toolError("Too many calls: try again in a second");
  }
  return attempt(() => handler(context.params, context));
}

/** The JSON-RPC response with the server's last word, ready to send: one message, unless somebody had a hand in it. */
export function response(
  core: Core,
  id: RpcId | undefined,
  word: LastWord,
  sending: Omit<Sending, "kind">,
): readonly Json[] {
  const named = id === undefined ? {} : { id };
  let message: JsonObject;
  if (word.kind === "result") {
    const result = sending.era === "modern" ? finished(word.result, core.options.offer.info) : word.result;
    message = { jsonrpc: "2.0", ...named, result };
  } else {
    const { code, message: text, data } = word;
    message = {
      jsonrpc: "2.0",
      ...named,
      error: data === undefined ? { code, message: text } : { code, message: text, data },
    };
  }
  return core.options.retouch(message, { ...sending, kind: "response" });
}

export function notification(core: Core, told: Told, sending: Omit<Sending, "kind">): readonly Json[] {
  return core.options.retouch({ jsonrpc: "2.0", ...told }, { ...sending, kind: "notification" });
}

/** The notification that tells of a change, or undefined where nobody asked for it. `filter` undefined: everything. */
export function toldOf(topic: Topic, filter: Filter): Told | undefined {
  switch (topic.kind) {
    case "tools":
      return filter.toolsListChanged === true ? { method: "notifications/tools/list_changed" } : undefined;
    case "prompts":
      return filter.promptsListChanged === true ? { method: "notifications/prompts/list_changed" } : undefined;
    case "resources":
      return filter.resourcesListChanged === true ? { method: "notifications/resources/list_changed" } : undefined;
    case "updated":
      if (filter.resourceSubscriptions?.includes(topic.uri) !== true) return undefined;
      return { method: "notifications/resources/updated", params: { uri: topic.uri } };
    case "task":
      if (filter.taskIds?.includes(topic.task.taskId) !== true) return undefined;
      return { method: "notifications/tasks", params: shown(topic.task) };
  }
}

/** Marks a notification with the listen request that it belongs to. */
export function tagged(told: Told, id: RpcId): Told {
  return { method: told.method, params: { _meta: { [`${META}subscriptionId`]: id }, ...told.params } };
}

/** What a listener is told first: what it will hear of. */
export function acknowledgement(filter: Filter, id: RpcId): Told {
  return tagged(
    { method: "notifications/subscriptions/acknowledged", params: { notifications: { ...filter } as JsonObject } },
    id,
  );
}

/** The result that ends a listen request from the server's side. */
export function listenResult(id: RpcId): LastWord {
  return { kind: "result", result: { _meta: { [`${META}subscriptionId`]: id } } };
}
