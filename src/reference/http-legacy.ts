import type { RpcId } from "../model/exchange.ts";
import type { Json } from "../model/json.ts";
import type { HttpRequest, HttpResponse } from "../model/serving.ts";
import type { Header } from "../model/target.ts";
import { headerValue, headerValues } from "../protocol/headers.ts";
import { type Answer, type Context, failure, INVALID_REQUEST, type LastWord, type Reply, type Told } from "./answer.ts";
import { type Core, notification, response } from "./core.ts";
import { emptyAnswer, jsonAnswer, namelessError, streamAnswer } from "./events.ts";
import { accepts } from "./guards.ts";
import { type Heard, hear, type Request } from "./hear.ts";
import { LEGACY_VERSIONS } from "./legacy.ts";
import { type Port, play } from "./play.ts";
import {
  answerLegacy,
  changeSession,
  noteLegacy,
  openSession,
  replyTo,
  type Session,
  toldToSession,
} from "./session.ts";
import { createStreams, type Stream, type Streams } from "./streams.ts";

/** A session over HTTP: with its streams, and bound to who opened it. */
export interface HttpSession {
  readonly session: Session;
  readonly principal: string;
  readonly streams: Streams;
  readonly close: () => void;
}

export type HttpSessions = Map<string, HttpSession>;

const SESSION_HEADER = "Mcp-Session-Id";

/** The session that a request names, or the refusal: 400 where it names none, 404 where there is none of that name. */
function sessionOf(sessions: HttpSessions, http: HttpRequest, principal: string): HttpSession | HttpResponse {
  const versions = headerValues(http.headers, "MCP-Protocol-Version");
  const unknown = versions.find((one) => !LEGACY_VERSIONS.includes(one.trim()));
  if (unknown !== undefined || versions.length > 1) {
    return namelessError(400, INVALID_REQUEST, "Bad Request: unsupported MCP-Protocol-Version");
  }
  const id = headerValue(http.headers, SESSION_HEADER);
  if (id === undefined) return namelessError(400, INVALID_REQUEST, `Bad Request: ${SESSION_HEADER} is missing`);
  const found = sessions.get(id);
  if (found === undefined || found.principal !== principal) {
    return namelessError(404, INVALID_REQUEST, "Not Found: no such session");
  }
  return found;
}

function isResponse(value: HttpSession | HttpResponse): value is HttpResponse {
  return "kind" in value;
}

/** Serves one POST of the legacy era. */
export function postLegacy(
  core: Core,
  sessions: HttpSessions,
  http: HttpRequest,
  heard: Heard,
  principal: string,
): HttpResponse {
  if (heard.kind === "broken") return alone(core, 400, heard.fault as LastWord, heard.id);
  if (
    heard.kind === "request" &&
    heard.request.method === "initialize" &&
    headerValue(http.headers, SESSION_HEADER) === undefined
  ) {
    return initialize(core, sessions, heard.request, principal);
  }
  const found = sessionOf(sessions, http, principal);
  if (isResponse(found)) return found;
  switch (heard.kind) {
    case "notification":
      noteLegacy(found.session, heard.method, heard.params);
      return emptyAnswer(202);
    case "response":
      replyTo(found.session, heard.id, heard.reply);
      return emptyAnswer(202);
    case "request":
      return serve(core, found, heard.request);
    case "batch":
      return serveBatch(core, found, heard.members);
  }
}

function alone(core: Core, status: number, word: LastWord, id: RpcId | undefined): HttpResponse {
  const [message] = response(core, id, word, { era: "legacy", transport: "http" });
  return message === undefined ? { kind: "silence" } : jsonAnswer(status, message);
}

function initialize(core: Core, sessions: HttpSessions, request: Request, principal: string): HttpResponse {
  const { answer, context } = answerLegacy(core, undefined, request, "http");
  let session: Session | undefined;
  const id = core.world.token();
  const opened = (word: LastWord): readonly Header[] => {
    session = openSession(id, request, word);
    if (session === undefined) return [];
    sessions.set(id, openHttpSession(core, session, principal));
    return [[SESSION_HEADER, id]];
  };
  return respond(core, request, context, answer, undefined, undefined, opened);
}

function openHttpSession(core: Core, session: Session, principal: string): HttpSession {
  const streams = createStreams(core, session.version >= "2025-11-25");
  const hears = (topic: Parameters<typeof toldToSession>[2]) => {
    const told = toldToSession(core, session, topic);
    const stream = told === undefined ? undefined : streams.general();
    if (told === undefined || stream === undefined) return;
    for (const message of notification(core, told, { era: "legacy", transport: "http" })) stream.send(message);
  };
  core.audience.add(hears);
  const close = () => {
    core.audience.delete(hears);
    core.held.delete(close);
    for (const { cancel } of [...session.running]) cancel();
    streams.close();
  };
  core.held.add(close);
  return { session, principal, streams, close };
}

function serve(core: Core, found: HttpSession, request: Request): HttpResponse {
  const { session, streams } = found;
  const { answer, context } = answerLegacy(core, session, request, "http");
  return respond(core, request, context, answer, session, streams, () => []);
}

/** Plays the answer: as JSON where there is only the response, else as an event stream of the session. */
function respond(
  core: Core,
  request: Request,
  context: Context | undefined,
  answer: Answer,
  session: Session | undefined,
  streams: Streams | undefined,
  headersFor: (word: LastWord) => readonly Header[],
): HttpResponse {
  const sending = { era: "legacy", transport: "http", request, ...(context === undefined ? {} : { context }) } as const;
  let stream: Stream | undefined;
  let only: LastWord | undefined;
  const open = (): Stream => {
    stream ??= (streams ?? createStreams(core, false)).open("request");
    return stream;
  };
  let stop = () => {};
  const own = {
    id: request.id,
    cancel() {
      stop();
      session?.running.delete(own);
      stream?.end();
    },
  };
  const finish = (word: LastWord) => {
    session?.running.delete(own);
    if (core.options.sse === "as-needed" && stream === undefined) {
      only = word;
      return;
    }
    headers = headersFor(word);
    for (const message of response(core, request.id, word, sending)) open().send(message);
    open().end();
  };
  let headers: readonly Header[] = [];
  const port: Port = {
    tell(told) {
      for (const message of notification(core, told, sending)) open().send(message);
    },
    ask: (method, params, replied) =>
      ask(core, session, method, params, replied, (message) => open().send(message), sending),
    change: (change) => changeSession(core, session, change),
    join: (taskId, ended) => core.tasks.join(taskId, ended),
    listen: () => {},
    last: finish,
  };
  stop = play(answer, port, core.world);
  if (only !== undefined) {
    const more = headersFor(only);
    const messages = response(core, request.id, only, sending);
    const [message] = messages;
    if (message === undefined) return { kind: "silence" };
    if (messages.length === 1) return jsonAnswer(200, message, more);
    headers = more;
    for (const one of messages) open().send(one);
    open().end();
  } else if (stream === undefined || !stream.ended()) {
    session?.running.add(own);
  }
  return streamAnswer(open().events().body, headers);
}

/** Sends a request of the server and waits for the client's answer to it. */
export function ask(
  core: Core,
  session: Session | undefined,
  method: string,
  params: Parameters<Port["ask"]>[1],
  replied: (reply: Reply) => void,
  send: (message: Json) => void,
  sending: Omit<Parameters<Core["options"]["retouch"]>[1], "kind">,
): void {
  if (session?.ready !== true) return replied({ error: { code: INVALID_REQUEST, message: "Not initialized" } });
  session.asked += 1;
  const id = `${session.id.slice(0, 8)}-${session.asked}`;
  session.waiting.set(id, replied);
  const message = { jsonrpc: "2.0", id, method, params };
  for (const one of core.options.retouch(message, { ...sending, kind: "request" })) send(one);
}

/** 2025-03-26 alone has batches. They are answered by one event stream, which ends after the last response. */
function serveBatch(core: Core, found: HttpSession, members: readonly Json[]): HttpResponse {
  if (found.session.version !== "2025-03-26" || members.length === 0) {
    return namelessError(400, INVALID_REQUEST, "Invalid Request: batches are not supported");
  }
  const { session, streams } = found;
  const heard = members.map(hear);
  const requests = heard.flatMap((one) => (one.kind === "request" ? [one.request] : []));
  for (const one of heard) {
    if (one.kind === "notification") noteLegacy(session, one.method, one.params);
    if (one.kind === "response") replyTo(session, one.id, one.reply);
  }
  const broken = heard.filter((one) => one.kind === "broken" || one.kind === "batch");
  if (requests.length === 0 && broken.length === 0) return emptyAnswer(202);
  const stream = streams.open("request");
  let open = requests.length;
  for (const one of broken) {
    const fault = one.kind === "broken" ? (one.fault as LastWord) : failure(INVALID_REQUEST, "Invalid Request");
    for (const message of response(core, undefined, fault, { era: "legacy", transport: "http" })) stream.send(message);
  }
  for (const request of requests) {
    const { answer, context } = answerLegacy(core, session, request, "http");
    const sending = {
      era: "legacy",
      transport: "http",
      request,
      ...(context === undefined ? {} : { context }),
    } as const;
    const send = (message: Json) => stream.send(message);
    play(
      answer,
      {
        tell: (told: Told) => notification(core, told, sending).forEach(send),
        ask: (method, params, replied) => ask(core, session, method, params, replied, send, sending),
        change: (change) => changeSession(core, session, change),
        join: (taskId, ended) => core.tasks.join(taskId, ended),
        listen: () => {},
        last(word) {
          response(core, request.id, word, sending).forEach(send);
          open -= 1;
          if (open === 0) stream.end();
        },
      },
      core.world,
    );
  }
  if (open === 0) stream.end();
  return streamAnswer(stream.events().body);
}

/** GET: the stream for what is not part of an answer, or what is left of a stream that broke. */
export function getLegacy(sessions: HttpSessions, http: HttpRequest, principal: string): HttpResponse {
  const found = sessionOf(sessions, http, principal);
  if (isResponse(found)) return found;
  if (!accepts(http, "text/event-stream"))
    return namelessError(406, INVALID_REQUEST, "Accept must list text/event-stream");
  const last = headerValue(http.headers, "Last-Event-ID");
  if (last !== undefined) {
    const events = found.streams.resume(last);
    if (events === undefined) return namelessError(400, INVALID_REQUEST, "Bad Request: unknown Last-Event-ID");
    return streamAnswer(events.body);
  }
  return streamAnswer(found.streams.open("general").events().body);
}

/** DELETE: ends the session. */
export function deleteLegacy(sessions: HttpSessions, http: HttpRequest, principal: string): HttpResponse {
  const found = sessionOf(sessions, http, principal);
  if (isResponse(found)) return found;
  sessions.delete(found.session.id);
  found.close();
  return emptyAnswer(204);
}
