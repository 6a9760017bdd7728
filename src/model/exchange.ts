import type { Json } from "./json.ts";
import type { Revision } from "./revision.ts";
import type { Header } from "./target.ts";

/** What goes out over HTTP: one request. */
export interface HttpSent {
  readonly kind: "http";
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: readonly Header[];
  /** Text of the body; absent: no body. */
  readonly body?: string;
  /** Send names, order, repeats and Host exactly as written, through the raw carrier. */
  readonly exact?: boolean;
  /** Use a TCP connection of its own, without keep-alive. */
  readonly fresh?: boolean;
  /** JSON-RPC ids of the requests in it; empty for notifications and unreadable bodies. */
  readonly ids: readonly RpcId[];
}

/** One write to the child's stdin, a pause before the next, or the closing of stdin. `base64` is for bytes that are no text. */
export type StdinWrite = string | { readonly base64: string } | { readonly waitMs: number } | { readonly end: true };

/** What goes out over stdio: the writes, newlines included. */
export interface StdioSent {
  readonly kind: "stdio";
  readonly writes: readonly StdinWrite[];
  /** JSON-RPC ids of the requests in it: lines that name one of these belong to this exchange. */
  readonly ids: readonly RpcId[];
}

export type Sent = HttpSent | StdioSent;

export type RpcId = string | number;

/** `at` is in milliseconds since the run began. */
export type Frame =
  /** Status line and headers of an HTTP answer. */
  | { readonly kind: "head"; readonly at: number; readonly status: number; readonly headers: readonly Header[] }
  /**
   * The whole body of an HTTP answer that is no event stream, or what there was of it; none when it was empty. `bytes`
   * without the content coding. `invalidUtf8`: the bytes were no valid UTF-8; `text` has U+FFFD in their place.
   */
  | {
      readonly kind: "body";
      readonly at: number;
      readonly text: string;
      readonly bytes: number;
      readonly invalidUtf8?: boolean;
    }
  /** One event of an event stream, with the fields that were present. */
  | {
      readonly kind: "event";
      readonly at: number;
      readonly event?: string;
      readonly id?: string;
      readonly retry?: number;
      /** Absent: no `data` field. Lines are joined by \n. */
      readonly data?: string;
      /** It has U+FFFD in place of bytes that were no valid UTF-8. */
      readonly invalidUtf8?: boolean;
    }
  /** A comment line of an event stream. */
  | { readonly kind: "comment"; readonly at: number; readonly text: string }
  /** One line of the child's stdout. `end` is empty when the output ended in the middle of it. */
  | {
      readonly kind: "line";
      readonly at: number;
      readonly text: string;
      readonly end: "\n" | "\r\n" | "";
      /** The bytes were no valid UTF-8; `text` has U+FFFD in their place. */
      readonly invalidUtf8?: boolean;
    };

/** What an answer is measured by: whole, or (levels, values) as one JSON text. */
export type Budget = "bytes" | "frames" | "levels" | "values";

/** How an exchange ended. What a server does is never an exception. */
export type Ending =
  /** The HTTP answer, or the child's stdout, came to its regular end. */
  | { readonly kind: "complete" }
  /** We had what we needed and closed or went on. The regular ending on stdio. */
  | { readonly kind: "enough" }
  /** Time ran out. `phase`: before the status line (stdio: before any line), or while reading. */
  | { readonly kind: "timeout"; readonly phase: "head" | "body" }
  /** The connection broke. */
  | { readonly kind: "reset"; readonly phase: "head" | "body"; readonly detail: string }
  /** No connection could be made: closed port, unknown host, TLS failure, command not found. */
  | { readonly kind: "refused"; readonly detail: string }
  /** Bytes that are no HTTP. */
  | { readonly kind: "malformed"; readonly detail: string }
  /** The child is gone. `stderr` is the bounded tail of what it wrote there. */
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: string | null; readonly stderr: string }
  /** A budget of the exchange or of the run was passed, or a message nests too deep or holds too many values. */
  | { readonly kind: "over-budget"; readonly budget: Budget; readonly limit: number }
  /** The run was cancelled by the user. */
  | { readonly kind: "cancelled" };

/** What came back for one `Sent`. `at` and `ms`: start and length in milliseconds of the run's clock. */
export interface Answer {
  readonly at: number;
  readonly ms: number;
  readonly frames: readonly Frame[];
  readonly ending: Ending;
}

/** `${ProbeId}#${n}`, n counts from 1 in the order of sending. */
export type ExchangeId = string;

export interface Exchange extends Answer {
  readonly id: ExchangeId;
  /** What the probe calls it; facts find it by this name. */
  readonly label: string;
  /** ask: what the probe is about. setup: what had to be said before. stray: what came unasked on a connection. */
  readonly part: "ask" | "setup" | "stray";
  /** Which connection or child: equal names, same one. */
  readonly connection: string;
  /** The revision spoken: scans leave out traffic of another one. */
  readonly revision: Revision;
  /** Absent on strays. Secrets are removed. */
  readonly sent?: Sent;
  /** The request breaks a rule on purpose: scans that judge answers to sound requests leave it out. */
  readonly faulty?: boolean;
  /** What the probe chose (a tool's name, random numbers), for the facts. */
  readonly tags?: { readonly [name: string]: Json };
}
