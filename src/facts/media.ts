import type { Exchange, Frame } from "../model/exchange.ts";
import { andThen, type Fact, fact, known, unknown } from "../model/fact.ts";
import { isObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { mediaTypeOf, statusOf } from "../protocol/answer.ts";
import { isResponse, readFrame } from "../protocol/jsonrpc.ts";
import { gateOf, sentMessage } from "./evidence.ts";
import { everyExchange } from "./scan.ts";
import { mayBatch } from "./session.ts";
import { isMessageEvent } from "./streams.ts";

export const MEDIA_TYPES: readonly string[] = ["application/json", "text/event-stream"];

/** An answer to a POSTed request with the method that was asked for. */
export interface Answered {
  readonly exchange: Exchange;
  readonly method: string;
  readonly mediaType: string | undefined;
}

/** The first answer of each method and media type: a server that has one wrong has it wrong everywhere. */
function firstOfEach(all: readonly Answered[]): readonly Answered[] {
  const seen = new Map<string, Answered>();
  for (const one of all) {
    const key = `${one.method} ${one.mediaType ?? ""}`;
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}

function answersOf(recording: Recording, exchanges: readonly Exchange[]): readonly Answered[] {
  return exchanges.flatMap((exchange) => {
    const { sent } = exchange;
    const message = sentMessage(exchange);
    if (sent?.kind !== "http" || sent.method !== "POST" || message === undefined || !("id" in message)) return [];
    if (exchange.faulty === true || gateOf(exchange, recording) !== undefined) return [];
    return [{ exchange, method: message.method, mediaType: mediaTypeOf(exchange) }];
  });
}

function isOk({ exchange }: Answered): boolean {
  const status = statusOf(exchange) ?? 0;
  return status >= 200 && status < 300;
}

function okAnswers(name: string, isMeant: (method: string) => boolean): Fact<readonly Answered[]> {
  return fact<readonly Answered[]>(`answers to ${name}`, [everyExchange], (recording) =>
    andThen(everyExchange.of(recording), (exchanges) => {
      const all = answersOf(recording, exchanges).filter((one) => isMeant(one.method) && isOk(one));
      return all.length === 0 ? unknown(`${name} got no answer with a 2xx status`) : known(firstOfEach(all));
    }),
  );
}

/** 2xx answers to requests (2025-11-25): the first of each method and media type, initialize left out. */
export const requestAnswers = okAnswers("requests", (method) => method !== "initialize");
export const initializeAnswers = okAnswers("initialize", (method) => method === "initialize");

const NO_SINGLE_OBJECT = "is no single object";

/** What is wrong with the body of an answer, in the place where it is. */
export interface BodyFault {
  readonly exchange: Exchange;
  readonly method: string;
  readonly fault: string;
  readonly text: string;
}

/**
 * What is wrong in the bodies of 2xx answers (2025-11-25), initialize left out. Up to 2025-03-26 there are batches, and an
 * array may answer one.
 */
export const bodyFaultsBefore = fact<readonly BodyFault[]>(
  "bodies of answers",
  [everyExchange, mayBatch],
  (recording) =>
    andThen(mayBatch.of(recording), (batches) =>
      andThen(everyExchange.of(recording), (exchanges) => {
        const all = answersOf(recording, exchanges).filter((one) => one.method !== "initialize" && isOk(one));
        const faults = all.flatMap(bodyFaults).filter((one) => !batches || one.fault !== NO_SINGLE_OBJECT);
        return known(firstFaults(faults));
      }),
    ),
);

/** Answers of 2026-07-28: 2xx ones, and 4xx ones that are JSON-RPC responses, with what is wrong in their bodies. */
export interface ModernAnswers {
  readonly answers: readonly Answered[];
  readonly faults: readonly BodyFault[];
  /** Data that is no JSON under an event type of its own, which clients pass over. */
  readonly strayEvents: readonly Exchange[];
}

export const modernAnswers = fact<ModernAnswers>("answers", [everyExchange], (recording) =>
  andThen(everyExchange.of(recording), (exchanges) => {
    const all = answersOf(recording, exchanges).filter((one) => isOk(one) || isRefusal(one));
    if (all.length === 0) return unknown("no request got an answer with a 2xx status");
    return known({
      answers: firstOfEach(all),
      faults: firstFaults(all.flatMap(bodyFaults)),
      strayEvents: all.map((one) => one.exchange).filter((one) => one.frames.some(isStrayEvent)),
    });
  }),
);

/** A 4xx whose body is a JSON-RPC response. */
function isRefusal({ exchange }: Answered): boolean {
  const status = statusOf(exchange) ?? 0;
  if (status < 400 || status > 499) return false;
  return exchange.frames.some((frame) => {
    const reading = readFrame(frame);
    return reading.state === "json" && isResponse(reading.json);
  });
}

function bodyFaults({ exchange, method, mediaType }: Answered): readonly BodyFault[] {
  // Where we left before the end, what is missing is no fault: a body of JSON is heard as a whole.
  const whole = exchange.ending.kind === "complete";
  const fault = (text: string, frame?: Frame): BodyFault => ({ exchange, method, fault: text, text: textOf(frame) });
  if (mediaType === "application/json" && whole) {
    const body = exchange.frames.find((frame) => frame.kind === "body");
    const reading = body === undefined ? { state: "empty" as const } : readFrame(body);
    if (reading.state === "json" && isObject(reading.json)) return [];
    return [
      fault(reading.state === "json" ? NO_SINGLE_OBJECT : reading.state === "empty" ? "is empty" : "is no JSON", body),
    ];
  }
  if (mediaType !== "text/event-stream") return [];
  const bad = exchange.frames.find(
    (frame) => frame.kind === "event" && isMessageEvent(frame) && readFrame(frame).state === "unreadable",
  );
  return bad === undefined ? [] : [fault("has an event whose data is no JSON", bad)];
}

function isStrayEvent(frame: Frame): boolean {
  return frame.kind === "event" && !isMessageEvent(frame) && readFrame(frame).state === "unreadable";
}

function textOf(frame: Frame | undefined): string {
  if (frame?.kind === "body") return frame.text;
  return frame?.kind === "event" ? (frame.data ?? "") : "";
}

function firstFaults(all: readonly BodyFault[]): readonly BodyFault[] {
  const seen = new Map<string, BodyFault>();
  for (const one of all) if (!seen.has(`${one.method} ${one.fault}`)) seen.set(`${one.method} ${one.fault}`, one);
  return [...seen.values()];
}
