import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { HttpRequest, HttpResponse } from "../model/serving.ts";
import type { Header } from "../model/target.ts";
import { decodeHeaderValue, headerValue, paramHeaders } from "../protocol/headers.ts";
import { type Answer, type Context, failure, INVALID_REQUEST, type LastWord, type Told } from "./answer.ts";
import {
  acknowledgement,
  answerModern,
  type Core,
  changeServer,
  initializeRefusal,
  isModern,
  isRefusal,
  listenResult,
  type Metadata,
  modernContext,
  notification,
  type Refusal,
  readMetadata,
  response,
  tagged,
  toldOf,
  unknownMethod,
  unsupportedVersion,
} from "./core.ts";
import { createEvents, emptyAnswer, eventOf, jsonAnswer, namelessError, streamAnswer } from "./events.ts";
import type { Heard, Request } from "./hear.ts";
import { MODERN_VERSIONS } from "./modern.ts";
import { offeredIn } from "./offer.ts";
import { type Port, play } from "./play.ts";

const HEADER_MISMATCH = -32020;

/** Serves one POST of the modern era. */
export function postModern(core: Core, http: HttpRequest, heard: Heard, principal: string): HttpResponse {
  switch (heard.kind) {
    case "notification":
      return emptyAnswer(202);
    case "batch":
      return namelessError(400, INVALID_REQUEST, "Invalid Request: batches are not supported");
    case "response":
      return namelessError(
        400,
        INVALID_REQUEST,
        "Invalid Request: this server asks nothing, so nothing can be answered",
      );
    case "broken":
      return respond(core, 400, heard.fault as LastWord, { id: heard.id, method: "", params: undefined });
    case "request":
      return serveRequest(core, http, heard.request, principal);
  }
}

function serveRequest(core: Core, http: HttpRequest, request: Request, principal: string): HttpResponse {
  const checked = check(core, http.headers, request);
  if (isRefusal(checked)) return respond(core, checked.status, checked.word, request);
  const context = modernContext(core, "http", request, checked, principal);
  return serve(core, request, context, answerModern(core, request, context));
}

/** The checks before the method's own, in the order of the text: metadata, headers, version, method, arguments' headers. */
function check(core: Core, headers: readonly Header[], request: Request): Metadata | Refusal {
  if (request.method === "initialize" && !isModern(request.params)) return initializeRefusal(request.params);
  const metadata = readMetadata(request);
  if (isRefusal(metadata)) return metadata;
  const mismatch = standardMismatch(headers, request.method, metadata);
  if (mismatch !== undefined) return headerMismatch(mismatch);
  if (!MODERN_VERSIONS.includes(metadata.version)) return unsupportedVersion(metadata.version);
  if (!Object.hasOwn(core.options.table.modern, request.method)) return unknownMethod(request.method);
  const param = request.method === "tools/call" ? paramMismatch(core, headers, metadata.params) : undefined;
  return param === undefined ? metadata : headerMismatch(param);
}

function headerMismatch(why: string): Refusal {
  return { status: 400, word: failure(HEADER_MISMATCH, `Header mismatch: ${why}`) };
}

/** Which member of the params Mcp-Name repeats, by method. */
const NAMED: { readonly [method: string]: string } = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

function standardMismatch(headers: readonly Header[], method: string, metadata: Metadata): string | undefined {
  const version = trimmed(headers, "MCP-Protocol-Version");
  if (version === undefined) return "MCP-Protocol-Version is missing";
  if (version !== metadata.version) return "MCP-Protocol-Version differs from the body";
  const named = trimmed(headers, "Mcp-Method");
  if (named === undefined) return "Mcp-Method is missing";
  if (named !== method) return "Mcp-Method differs from the body";
  const member = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  return member === undefined ? undefined : unequal(headers, "Mcp-Name", metadata.params[member]);
}

function trimmed(headers: readonly Header[], name: string): string | undefined {
  return headerValue(headers, name)?.replace(/^[ \t]+|[ \t]+$/g, "");
}

/** What is wrong between a header and the value in the body that it repeats; nulls and absent values have no header. */
function unequal(headers: readonly Header[], name: string, value: Json | undefined): string | undefined {
  const raw = headerValue(headers, name);
  if (value === undefined || value === null)
    return raw === undefined ? undefined : `${name} has no counterpart in the body`;
  if (typeof value === "object") return undefined;
  if (raw === undefined) return `${name} is missing`;
  const decoded = decodeHeaderValue(raw);
  if (decoded === undefined) return `${name} holds invalid characters`;
  const same = typeof value === "number" ? isNumber(decoded, value) : decoded === String(value);
  return same ? undefined : `${name} differs from the body`;
}

function isNumber(text: string, value: number): boolean {
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) && Number(text) === value;
}

function paramMismatch(core: Core, headers: readonly Header[], params: JsonObject): string | undefined {
  const tool = offeredIn(core.options.offer.tools, "modern").find((one) => one.definition["name"] === params["name"]);
  for (const { path, name } of paramHeaders(tool?.definition["inputSchema"] ?? null)) {
    let value: Json | undefined = params["arguments"];
    for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    const wrong = unequal(headers, `Mcp-Param-${name}`, value);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** One response alone, as JSON. */
function respond(core: Core, status: number, word: LastWord, about: PartialRequest, context?: Context): HttpResponse {
  const { id, ...rest } = about;
  const sending = { era: "modern", transport: "http" } as const;
  const request = id === undefined ? {} : { request: { id, ...rest } };
  const messages = response(core, id, word, { ...sending, ...request, ...(context === undefined ? {} : { context }) });
  const [message] = messages;
  if (message === undefined) return { kind: "silence" };
  if (messages.length === 1) return jsonAnswer(status, message);
  const events = createEvents(core.world, undefined, () => {});
  for (const one of messages) events.send(eventOf(one));
  events.end();
  return streamAnswer(events.body);
}

type PartialRequest = Omit<Request, "id"> & { readonly id: Request["id"] | undefined };

function statusOf(word: LastWord): number {
  if (word.kind === "result") return 200;
  if (word.code === -32601) return 404;
  return word.code === -32021 || word.code === -32022 || word.code === HEADER_MISMATCH ? 400 : 200;
}

/** Plays the answer: as JSON where there is only the response, else as an event stream. */
function serve(core: Core, request: Request, context: Context, answer: Answer): HttpResponse {
  const sending = { era: "modern", transport: "http", request, context } as const;
  let only: LastWord | undefined;
  let streaming = false;
  let stopListening = () => {};
  const events = createEvents(core.world, core.options.keepAliveMs, () => {
    stop();
    stopListening();
  });
  const tell = (told: Told) => {
    for (const message of notification(core, told, sending)) events.send(eventOf(message));
  };
  const finish = (word: LastWord) => {
    for (const message of response(core, request.id, word, sending)) events.send(eventOf(message));
    events.end();
  };
  const port: Port = {
    tell(told) {
      streaming = true;
      tell(told);
    },
    // No handler of this era asks. What one made to do so says is sent, so that its fault can be seen.
    ask(method, params, replied) {
      streaming = true;
      const message = { jsonrpc: "2.0", id: `asked-${core.world.token()}`, method, params };
      for (const one of core.options.retouch(message, { ...sending, kind: "request" })) events.send(eventOf(one));
      replied({ error: { code: -32601, message: "Not asked" } });
    },
    change: (change) => changeServer(core, context.principal, change),
    join: (taskId, ended) => core.tasks.join(taskId, ended),
    listen(filter) {
      streaming = true;
      tell(acknowledgement(filter, request.id));
      const hears = (topic: Parameters<typeof toldOf>[0]) => {
        const told = toldOf(topic, filter);
        if (told !== undefined) tell(tagged(told, request.id));
      };
      const end = () => {
        stopListening();
        finish(listenResult(request.id));
      };
      core.audience.add(hears);
      core.held.add(end);
      stopListening = () => {
        core.audience.delete(hears);
        core.held.delete(end);
      };
    },
    last(word) {
      if (core.options.sse === "always" && statusOf(word) === 200) streaming = true;
      if (streaming) finish(word);
      else only = word;
    },
  };
  const stop = play(answer, port, core.world);
  if (only !== undefined) {
    events.end();
    return respond(core, statusOf(only), only, request, context);
  }
  streaming = true;
  return streamAnswer(events.body);
}
