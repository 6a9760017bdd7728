import { cut } from "../model/cut.ts";
import type { Ending, Exchange, Frame, Header, StdinWrite } from "../model/mod.ts";

/** Messages and headers of one exchange. */
const MESSAGES = 20;
const HEADERS = 100;

/** An exchange as reports publish it: what went out, what came back, how it ended. */
export interface BriefExchange {
  readonly id: string;
  readonly label: string;
  /** Absent where the server spoke unasked. */
  readonly sent?: BriefSent;
  readonly received: {
    readonly status?: number;
    readonly headers?: readonly (readonly [string, string])[];
    /** Body, events' data or lines: the first 20, each cut at 4000 characters. */
    readonly messages: readonly string[];
  };
  readonly ending: string;
  readonly detail?: string;
  /** Milliseconds. */
  readonly ms: number;
}

export type BriefSent =
  | {
      readonly kind: "http";
      readonly method: string;
      readonly url: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body?: string;
    }
  | { readonly kind: "stdio"; readonly lines: readonly string[] };

/** `limit` is in characters for each text. */
export function brief(exchange: Exchange, limit?: number): BriefExchange {
  const head = exchange.frames.find((frame) => frame.kind === "head");
  const sent = exchange.sent;
  const detail = endingDetail(exchange.ending);
  return {
    id: cut(exchange.id, limit),
    label: cut(exchange.label, limit),
    ...(sent === undefined
      ? {}
      : sent.kind === "http"
        ? {
            sent: {
              kind: "http",
              method: cut(sent.method, limit),
              url: cut(sent.url, limit),
              headers: shortHeaders(sent.headers, limit),
              ...(sent.body === undefined ? {} : { body: cut(sent.body, limit) }),
            },
          }
        : { sent: { kind: "stdio", lines: sent.writes.map((write) => cut(writeText(write), limit)) } }),
    received: {
      ...(head === undefined ? {} : { status: head.status, headers: shortHeaders(head.headers, limit) }),
      messages: firstOf(exchange.frames.flatMap(messageOf), MESSAGES, "messages").map((text) => cut(text, limit)),
    },
    ending: exchange.ending.kind,
    ...(detail === undefined ? {} : { detail: cut(detail, limit) }),
    // To the hundredth; a recording that somebody changed may hold anything.
    ms: Number.isFinite(exchange.ms) ? Math.round(exchange.ms * 100) / 100 : 0,
  };
}

function shortHeaders(headers: readonly Header[], limit: number | undefined): readonly Header[] {
  return headers.slice(0, HEADERS).map(([name, value]) => [cut(name, limit), cut(value, limit)] as const);
}

/** The first of a list; where there are more the last says how many. */
export function firstOf(all: readonly string[], most: number, what: string): readonly string[] {
  return all.length <= most ? all : [...all.slice(0, most), `and ${all.length - most} more ${what}`];
}

/** What of a frame a reader calls the message. */
export function messageOf(frame: Frame): readonly string[] {
  switch (frame.kind) {
    case "head":
      return [];
    case "body":
    case "line":
      return [frame.text];
    case "event":
      return [frame.data ?? ""];
    case "comment":
      return [];
  }
}

export function writeText(write: StdinWrite): string {
  if (typeof write === "string") return write.replace(/\r?\n$/, "");
  if ("base64" in write) return `(base64) ${write.base64}`;
  return "waitMs" in write ? `(a pause of ${write.waitMs} ms)` : "(stdin is closed)";
}

/** How an exchange ended, in words; undefined where it ended as it should. */
export function endingDetail(ending: Ending): string | undefined {
  switch (ending.kind) {
    case "complete":
    case "enough":
      return undefined;
    case "timeout":
      return ending.phase === "head" ? "no answer in time" : "the answer did not end in time";
    case "reset":
      return `the connection broke ${ending.phase === "head" ? "before an answer" : "in the middle of the answer"}: ${ending.detail}`;
    case "refused":
      return `no connection: ${ending.detail}`;
    case "malformed":
      return `no HTTP: ${ending.detail}`;
    case "exited": {
      const how = ending.signal === null ? `code ${ending.code ?? "unknown"}` : `signal ${ending.signal}`;
      const tail = ending.stderr.trim();
      return `the server's process ended with ${how}${tail === "" ? "" : `; its last words on stderr: ${cut(tail, 400)}`}`;
    }
    case "over-budget":
      return `stopped reading after ${ending.limit} ${ending.budget}`;
    case "cancelled":
      return "cancelled by the user";
  }
}
