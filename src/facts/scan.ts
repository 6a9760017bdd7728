import type { Exchange, Frame } from "../model/exchange.ts";
import { andThen, fact, known, unknown } from "../model/fact.ts";
import type { JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { type MessageKind, messagesOf, readFrame, sameIdText } from "../protocol/jsonrpc.ts";
import { gateOf, sentMessage } from "./evidence.ts";

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

/** Every message that the server sent in the run. Scans use all probes that ran; they send nothing of their own. */
export const everyMessage = fact<readonly Seen[]>("every message", [], (recording) => {
  const seen = exchangesOf(recording).flatMap((exchange) => {
    const request = sentMessage(exchange);
    const gated = gateOf(exchange, recording) !== undefined;
    const ids = exchange.sent?.ids ?? [];
    return exchange.frames.flatMap((frame) =>
      messagesOf(frame).map((one): Seen => {
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
});

/** The responses (results and errors) of the run; unknown where none came. */
export const everyResponse = fact<readonly Seen[]>("every response", [everyMessage], (recording) =>
  andThen(everyMessage.of(recording), (seen) => {
    const responses = seen.filter((one) => one.kind === "result" || one.kind === "error");
    return responses.length === 0 ? unknown("no response came from the server") : known(responses);
  }),
);

/** The exchanges of the run, those of another era's conversation left out. */
export const everyExchange = fact<readonly Exchange[]>("every exchange", [], (recording) =>
  known(exchangesOf(recording)),
);

/** What came as text that is no JSON, with its exchange. */
export function unreadableFrames(exchange: Exchange): readonly Frame[] {
  return exchange.frames.filter((frame) => readFrame(frame).state === "unreadable");
}
