import type { Answer, Frame, HttpSent, RpcId, Sent } from "../model/exchange.ts";
import type { Connection, Listen } from "../model/probe.ts";
import { headersOf, mediaTypeOf, statusOf } from "../protocol/answer.ts";
import { changeHeaders, headerValue } from "../protocol/headers.ts";
import { isResponse, messagesOf, sameIdText } from "../protocol/jsonrpc.ts";
import type { World } from "./world.ts";

/** How long a server that names no time is left alone before it is asked for the rest. */
const DEFAULT_RETRY_MS = 1000;

/**
 * Hears a response to its end. Before 2026-07-28 a server may close a connection once it gave an event id, and keep the
 * rest of the stream for a client that comes back by GET with Last-Event-ID: until then nothing is missing.
 * `listen.timeoutMs` holds for all connections together.
 */
export async function sendAndResume(
  world: Pick<World, "now" | "sleep">,
  connection: Connection,
  sent: Sent,
  listen: Listen,
): Promise<Answer> {
  let whole = await connection.send(sent, listen);
  if (sent.kind !== "http" || sent.method !== "POST" || sent.ids.length === 0) return whole;
  const end = whole.at + listen.timeoutMs;
  for (;;) {
    const id = hasAnswer(whole, sent.ids) ? undefined : brokenOffAt(whole);
    if (id === undefined || listen.signal?.aborted === true) return whole;
    const wait = retryOf(whole.frames);
    if (world.now() + wait >= end) return { ...whole, ending: { kind: "timeout", phase: "body" } };
    await world.sleep(wait, listen.signal);
    const before = whole.frames;
    const more = await connection.send(resumption(sent, whole, id), {
      ...listen,
      enough: (frame, now) => listen.enough(frame, [...before, ...now]),
      timeoutMs: Math.max(1, end - world.now()),
    });
    // A server that keeps no streams says so here: what it sent first is all there is.
    if (!isStream(more)) return whole;
    whole = {
      at: whole.at,
      ms: more.at + more.ms - whole.at,
      frames: [...before, ...more.frames],
      ending: more.ending,
    };
  }
}

function hasAnswer({ frames }: Answer, ids: readonly RpcId[]): boolean {
  const responses = frames.flatMap((frame) => messagesOf(frame).filter(({ json }) => isResponse(json)));
  return ids.every((id) => responses.some(({ json }) => sameIdText(json["id"], id)));
}

/** The event id after which a stream is to be taken up again; undefined where it was heard out, or cannot be. */
function brokenOffAt(answer: Answer): string | undefined {
  const { ending } = answer;
  const broken = ending.kind === "complete" || (ending.kind === "reset" && ending.phase === "body");
  if (!broken || !isStream(answer)) return undefined;
  const id = answer.frames.reduce((last, frame) => (frame.kind === "event" ? (frame.id ?? last) : last), "");
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(id) ? id : undefined;
}

function isStream(answer: Answer): boolean {
  return statusOf(answer) === 200 && mediaTypeOf(answer) === "text/event-stream";
}

function retryOf(frames: readonly Frame[]): number {
  return frames.reduce(
    (last, frame) => (frame.kind === "event" ? (frame.retry ?? last) : last),
    DEFAULT_RETRY_MS as number,
  );
}

function resumption(sent: HttpSent, answer: Answer, lastEventId: string): HttpSent {
  const { body: _, ...rest } = sent;
  const opened = headerValue(headersOf(answer), "mcp-session-id");
  return {
    ...rest,
    method: "GET",
    ids: [],
    headers: changeHeaders(sent.headers, {
      "Content-Type": null,
      "Content-Length": null,
      Accept: "text/event-stream",
      // The stream of initialize belongs to the session that it opened.
      ...(opened === undefined ? {} : { "Mcp-Session-Id": opened }),
      "Last-Event-ID": lastEventId,
    }),
  };
}
