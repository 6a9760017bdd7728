import type { Exchange, Frame } from "../model/exchange.ts";
import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { headersOf, mediaTypeOf, statusOf } from "../protocol/answer.ts";
import { headerValue } from "../protocol/headers.ts";
import { isResponse, kindOf, messagesOf, readFrame } from "../protocol/jsonrpc.ts";
import { isGap } from "./concurrent.ts";
import { era } from "./era.ts";
import { asked, describe, isServed } from "./evidence.ts";
import { everyExchange, everyMessage } from "./scan.ts";
import { negotiated } from "./session.ts";
import { LISTEN } from "./subscriptions.ts";
import { ownAnswer, tried } from "./transport.ts";

export const GET_STREAM = "transport/get-stream";

/** The only revision with batches. */
const WITH_BATCHES = "2025-03-26";

/** GET at the endpoint of a session that works; the last one where it was sent again or redirected. */
export const getAnswer = fact<Exchange>("GET", [GET_STREAM], (recording) =>
  andThen(tried(recording, GET_STREAM, ["control before"], "GET"), (exchange) =>
    andThen(ownAnswer(exchange, recording), () => {
      const status = statusOf(exchange) ?? 0;
      return status >= 300 && status < 400 ? unknown(`GET was redirected (HTTP ${status})`) : known(exchange);
    }),
  ),
);

/** True where an answer is an open or finished event stream. */
export function isStream(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  return status >= 200 && status < 300 && mediaTypeOf(exchange) === "text/event-stream";
}

/** A held GET stream with the ping that was sent beside it; 405 has none. */
export interface HeldStream {
  readonly stream: Exchange;
  /** Events of a client's concern whose data is neither empty nor JSON-RPC. */
  readonly strange: readonly Extract<Frame, { kind: "event" }>[];
  /** The ping stayed without an answer only while the stream was open. */
  readonly blocked: Exchange | undefined;
}

export const heldStream = fact<HeldStream>("GET stream", [GET_STREAM, negotiated], (recording) =>
  andThen(getAnswer.of(recording), (stream) => {
    if (statusOf(stream) === 405) return known({ stream, strange: [], blocked: undefined });
    if (!isStream(stream)) return unknown(`GET opened no stream: ${describe(stream)}`);
    const version = negotiated.of(recording);
    const batches = version.state === "known" && version.value === WITH_BATCHES;
    const strange = stream.frames.flatMap((frame) =>
      frame.kind === "event" && isStrange(frame, batches) ? [frame] : [],
    );
    // What was heard on the stream stands for itself.
    if (strange.length > 0) return known({ stream, strange, blocked: undefined });
    return andThen(asked(recording, GET_STREAM, "ping beside the stream"), (ping): Known<HeldStream> => {
      if (isServed(ping)) return known({ stream, strange, blocked: undefined });
      const after = asked(recording, GET_STREAM, "control after");
      return isGap(ping) && after.state === "known" && isServed(after.value)
        ? known({ stream, strange, blocked: ping })
        : unknown(`a ping beside the GET stream was not served: ${describe(ping)}`);
    });
  }),
);

function isStrange(frame: Extract<Frame, { kind: "event" }>, batches: boolean): boolean {
  if (!isMessageEvent(frame)) return false;
  const reading = readFrame(frame);
  if (reading.state === "empty") return false;
  if (reading.state === "unreadable") return true;
  const all = batches && Array.isArray(reading.json) ? reading.json : [reading.json];
  return !all.every((one) => isObject(one) && kindOf(one) !== "other");
}

/** The type that clients listen for, or none. */
export function isMessageEvent(frame: Extract<Frame, { kind: "event" }>): boolean {
  return frame.event === undefined || frame.event === "" || frame.event === "message";
}

/** A response that came as an event, with the event's type. */
export interface ResponseEvent {
  readonly exchange: Exchange;
  readonly type: string | undefined;
  /** Another event of the same answer brought the same response under the type that clients listen for. */
  readonly alsoMessage: boolean;
}

/** Every response of the run that came as an event. */
export const responseEvents = fact<readonly ResponseEvent[]>("response events", [everyMessage], (recording) =>
  andThen(everyExchange.of(recording), (exchanges) => {
    const all = exchanges.flatMap((exchange) => {
      const events = exchange.frames.flatMap((frame) => (frame.kind === "event" ? responsesOf(frame) : []));
      return events.map(({ frame, id }) => ({
        exchange,
        type: isMessageEvent(frame) ? undefined : frame.event,
        alsoMessage: events.some((other) => other.id === id && isMessageEvent(other.frame)),
      }));
    });
    return all.length === 0 ? absent("No response came in an event stream") : known(all);
  }),
);

function responsesOf(frame: Extract<Frame, { kind: "event" }>) {
  return messagesOf(frame).flatMap(({ json }) => (isResponse(json) ? [{ frame, id: JSON.stringify(json["id"]) }] : []));
}

/** Headers that a proxy before the server leaves behind. One of them, nginx, takes X-Accel-Buffering out. */
const PROXY_HEADERS = ["via", "cf-ray", "x-cache", "x-served-by", "x-amz-cf-id", "x-vercel-id", "fly-request-id"];

/** The request that is answered with a stream wherever it is served. */
export const listenAnswer = fact<Exchange>("answer to subscriptions/listen", [LISTEN], (recording) =>
  asked(recording, LISTEN, "listen"),
);

/** The event streams that sound requests were answered with; unknown what a proxy may have taken a header out of. */
export const eventStreams = fact<readonly Known<Exchange>[]>("event streams", [everyExchange], (recording) =>
  andThen(everyExchange.of(recording), (exchanges) => {
    const streams = exchanges.filter(
      (one) => one.sent?.kind === "http" && one.sent.method === "POST" && one.faulty !== true && isStream(one),
    );
    if (streams.length === 0) return absent("No request was answered with an event stream");
    return known(
      streams.map((one) => {
        const headers = headersOf(one);
        const bare = headerValue(headers, "x-accel-buffering") === undefined;
        const nginx = /nginx|openresty/i.test(headerValue(headers, "server") ?? "");
        const passed = nginx || PROXY_HEADERS.some((name) => headerValue(headers, name) !== undefined);
        return bare && passed
          ? unknown("a proxy stands before the server and may have taken X-Accel-Buffering out of its answer")
          : known(one);
      }),
    );
  }),
);

/** A message with a method and an id: a request that the server made. */
export interface ServerRequest {
  readonly exchange: Exchange;
  readonly message: JsonObject;
  readonly pointer: string;
}

/** Requests from the server in the run; unknown where it sent no message at all. */
export const serverRequests = fact<readonly ServerRequest[]>(
  "requests of the server",
  [everyMessage, era],
  (recording) =>
    andThen(everyMessage.of(recording), (seen) => {
      const legacy = maybeLegacy(recording);
      const modern = seen.filter((one) => !legacy.has(one.exchange.connection));
      if (modern.length === 0) return unknown("no message came where the server can only speak this revision");
      const requests = modern.filter((one) => one.kind === "request");
      return known(requests.map(({ exchange, message, at }) => ({ exchange, message, pointer: at.pointer })));
    }),
);

/**
 * Children of stdio that heard a request which was no sound one of this revision: a server of both eras may go on in
 * the older one there, in which it may make requests.
 */
function maybeLegacy(recording: Recording): ReadonlySet<string> {
  const which = era.of(recording);
  if (recording.target.transport === "http" || (which.state === "known" && which.value === "modern-only"))
    return new Set();
  const faulty = recording.runs.flatMap((run) => run.exchanges).filter((one) => one.faulty === true);
  return new Set(faulty.map((one) => one.connection));
}
