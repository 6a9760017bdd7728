import type { Exchange, Frame } from "../model/exchange.ts";
import { andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { statusOf } from "../protocol/answer.ts";
import { type MessageKind, messagesOf, readFrame, sameIdText } from "../protocol/jsonrpc.ts";
import { gateOf, sentMessage } from "./evidence.ts";
import { DISCOVER, HANDSHAKE } from "./session.ts";

/**
 * What is asked at the least where a scan is all that was selected: the greeting, the lists, calls, reads, and a method
 * that nobody has. A whole run gives a scan much more.
 */
const BASE: readonly ProbeId[] = [
  HANDSHAKE,
  DISCOVER,
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "errors/unknown-method",
];

/** One message from the server, anywhere in the run, with its place. */
export interface Seen {
  readonly exchange: Exchange;
  readonly frame: Frame;
  readonly message: JsonObject;
  readonly kind: MessageKind;
  readonly at: { readonly exchange: string; readonly pointer: string };
  /** The method of the request that it answers, where it is a response and its request can be read. */
  readonly answers: string | undefined;
  /** The request was sound and the answer is the server's own. */
  readonly own: boolean;
}

/** Exchanges of the run's revision; traffic of another era's conversation is kept apart. */
function exchangesOf(recording: Recording): readonly Exchange[] {
  return recording.runs.flatMap((run) => run.exchanges).filter((one) => one.revision === recording.revision);
}

/**
 * Every JSON-RPC message that the server sent in the run. Scans use all probes that ran; they send nothing of their own.
 */
export const everyMessage = fact<readonly Seen[]>("every message", BASE, read, { wholeRun: true });

function read(recording: Recording): Known<readonly Seen[]> {
  const seen = exchangesOf(recording).flatMap((exchange) => {
    const request = sentMessage(exchange);
    const gated = gateOf(exchange, recording) !== undefined;
    const ids = exchange.sent?.ids ?? [];
    return exchange.frames.flatMap((frame) =>
      messagesOf(frame)
        .filter((one) => isProtocol(one.json, frame, exchange))
        .map((one): Seen => {
          const response = one.kind === "result" || one.kind === "error";
          const answers = response && ids.some((id) => sameIdText(one.json["id"], id)) ? request?.method : undefined;
          return {
            exchange,
            frame,
            message: one.json,
            kind: one.kind,
            at: { exchange: exchange.id, pointer: one.pointer },
            answers,
            own: exchange.faulty !== true && !gated,
          };
        }),
    );
  });
  return seen.length === 0 ? unknown("no message came from the server") : known(seen);
}

/**
 * HTTP carries more JSON than JSON-RPC: the body of a refusal may be any framework's, {"error":"not found"} for one, and
 * what answers a GET is a document. Such a body counts where it says jsonrpc, or has the id of the request.
 */
function isProtocol(json: JsonObject, frame: Frame, exchange: Exchange): boolean {
  const { sent } = exchange;
  if (frame.kind !== "body" || sent?.kind !== "http" || "jsonrpc" in json) return true;
  const status = statusOf(exchange) ?? 200;
  const accepted = sent.method === "POST" && status >= 200 && status < 300;
  return accepted || sent.ids.some((id) => sameIdText(json["id"], id));
}

/** The responses (results and errors) of the run; unknown where none came. */
export const everyResponse = fact<readonly Seen[]>("every response", [everyMessage], (recording) =>
  andThen(everyMessage.of(recording), (seen) => {
    const responses = seen.filter((one) => one.kind === "result" || one.kind === "error");
    return responses.length === 0 ? unknown("no response came from the server") : known(responses);
  }),
);

/** The results to sound requests, as objects; unknown where none came. */
export const everyResult = fact<readonly Seen[]>("every result", [everyMessage], (recording) =>
  andThen(everyMessage.of(recording), (seen) => {
    const results = seen.filter((one) => one.own && one.kind === "result" && isObject(one.message["result"]));
    return results.length === 0 ? unknown("no result came from the server") : known(results);
  }),
);

/** The exchanges of the run, those of another era's conversation left out. */
export const everyExchange = fact<readonly Exchange[]>(
  "every exchange",
  BASE,
  (recording) => known(exchangesOf(recording)),
  { wholeRun: true },
);

/** What came as text that is no JSON, with its exchange. */
export function unreadableFrames(exchange: Exchange): readonly Frame[] {
  return exchange.frames.filter((frame) => readFrame(frame).state === "unreadable");
}
