import type { Socket } from "node:net";
import type { LoadFault } from "../model/load.ts";
import { LARGEST_ANSWER, readAnswer } from "./load-answer.ts";
import type { Done, Lane, LanesOptions } from "./load-http.ts";
import { connectFault, type Sent } from "./load-judge.ts";
import type { Templates } from "./load-template.ts";

/** An event stream that has brought the answer is given so long to end, so that its connection can be used again. */
const LINGER_MS = 250;
/** So many in a row that did not, and none is waited for any more: this server holds its streams open. */
const MOST_LINGERS = 3;
/** A connection that was idle so long may be closed by the server while it is used again, as it may. */
const STALE_MS = 1000;
/**
 * That shows within a round trip; whoever closes later has had the request, and it failed. What connecting took is no
 * less than a round trip; the rest is for a process that is busy.
 */
const STALE_SHOWS_MS = 25;
/** An answer that was looked at so often and is not whole is looked at when it has grown by a share, or rests. */
const MOST_LOOKS = 64;
const GROWTH = 1.125;
/** A server that is not there is asked so often again by each user. */
const REFUSED_PAUSE_MS = 20;

/** `hear` gets the bytes as they come; they are only good until it returns. */
export type Connect = (hear: (bytes: Buffer) => void) => Socket;

export interface Streams {
  /** Those in a row that brought an answer and were not ended after it. */
  held: number;
}

export interface InnerLane extends Lane {
  sweep(now: number): void;
}

/** A keep-alive connection, made anew when it is gone, with one request under way at a time. */
export function createLane(about: {
  readonly connect: Connect;
  readonly sent: Sent;
  readonly templates: Templates;
  readonly streams: Streams;
  readonly options: LanesOptions;
  readonly head: string;
  readonly tail: string;
  readonly done: Done;
}): InnerLane {
  const { connect, sent, templates, streams, options, head, tail, done } = about;
  const { now, timeoutMs } = options;
  let socket: Socket | undefined;
  /** The request under way; 0: none. */
  let id = 0;
  let began = 0;
  /** When the last request on this connection was done. */
  let idleSince = 0;
  /** Answers on this connection so far. */
  let served = 0;
  let connected = false;
  /** What the last connecting took. */
  let roundTrip = 0;
  /** What has come of the answer, in pieces, and how many bytes that is. */
  let pending: Buffer[] | undefined;
  let size = 0;
  let need = 0;
  /** How often what has come was read, how much it was at the last sweep, and when the last of it came, if not read yet. */
  let looks = 0;
  let swept = 0;
  let arrived: number | undefined;
  /** An event stream has answered, and is given time to end; what it said is told then. */
  let answered: { readonly fault: LoadFault | undefined; readonly at: number } | undefined;

  function dial(): Socket {
    const made = connect((chunk) => {
      if (made === socket) take(chunk, false);
    });
    socket = made;
    served = 0;
    connected = false;
    const dialed = now();
    // Over TLS there is no connection before the handshake is done.
    made.once("encrypted" in made ? "secureConnect" : "connect", () => {
      if (made !== socket) return;
      connected = true;
      roundTrip = now() - dialed;
    });
    made.on("error", (error) => lost(made, error));
    made.on("end", () => lost(made, undefined));
    made.on("close", () => lost(made, undefined));
    return made;
  }

  function drop(): void {
    const old = socket;
    socket = undefined;
    pending = undefined;
    old?.destroy();
  }

  function finish(fault: LoadFault | undefined, readOf?: number): void {
    const at = answered?.at ?? readOf;
    id = 0;
    pending = undefined;
    answered = undefined;
    served += 1;
    idleSince = now();
    done(fault, at);
  }

  /** All that has come of this answer; undefined while it is known that more is to come. */
  function gather(chunk: Buffer, ended: boolean): Buffer | undefined {
    size += chunk.length;
    if (pending === undefined) return chunk;
    if (size < need && !ended && size <= LARGEST_ANSWER) {
      pending.push(Buffer.from(chunk));
      arrived = now();
      return undefined;
    }
    return Buffer.concat([...pending, chunk]);
  }

  function take(chunk: Buffer, ended: boolean): void {
    if (id === 0) {
      // Bytes that nobody asked for: what follows on this connection cannot be trusted.
      if (chunk.length > 0) drop();
      return;
    }
    const bytes = gather(chunk, ended);
    if (bytes === undefined) return;
    if (chunk.length > 0) arrived = undefined;
    if (!ended && templates.matches(bytes, id)) {
      finish(undefined);
      return;
    }
    // A piece lives in the socket's own buffer, which the next read overwrites.
    pending = [bytes === chunk ? Buffer.from(chunk) : bytes];
    if (bytes.length > LARGEST_ANSWER) {
      drop();
      finish({ kind: "too_large", example: `more than ${LARGEST_ANSWER} bytes` });
      return;
    }
    const read = readAnswer(bytes, ended, id, sent);
    switch (read.state) {
      case "more":
        need = nextLook(read.need, bytes.length);
        return;
      case "answered":
        answered ??= { fault: read.judged, at: arrived ?? now() };
        if (ended || streams.held >= MOST_LINGERS) {
          drop();
          finish(read.judged);
          return;
        }
        need = nextLook(bytes.length + 1, bytes.length);
        return;
      case "malformed":
        drop();
        finish(answered === undefined ? { kind: "malformed_http", example: read.detail } : answered.fault);
        return;
      case "whole": {
        const fault = read.judged;
        streams.held = 0;
        // More than the answer: the server spoke out of turn.
        if (!read.keep || read.size !== bytes.length) drop();
        else if (fault === undefined) templates.learn(bytes, id);
        finish(fault, arrived);
      }
    }
  }

  /** Reading all again for each piece would make a long answer in small pieces take the square of its length. */
  function nextLook(least: number, length: number): number {
    looks += 1;
    return looks < MOST_LOOKS ? least : Math.max(least, Math.ceil(length * GROWTH));
  }

  function wasStale(): boolean {
    return began - idleSince >= STALE_MS && now() - began <= Math.max(STALE_SHOWS_MS, 3 * roundTrip);
  }

  function lost(which: Socket, error: Error | undefined): void {
    if (which !== socket) return;
    const again = pending === undefined && served > 0 && wasStale();
    const started = pending;
    if (id !== 0 && started !== undefined && error === undefined) {
      // The end may be what ends the body. Whatever is sent next goes on a new connection.
      socket = undefined;
      which.destroy();
      take(Buffer.alloc(0), true);
      return;
    }
    drop();
    if (id === 0) return;
    if (again) {
      write();
      return;
    }
    if (answered !== undefined) finish(answered.fault);
    else if (connected) finish({ kind: "reset", example: error?.message ?? closedAfter(served) });
    else {
      const fault = connectFault(error);
      const refused = id;
      const timer = setTimeout(() => {
        if (id === refused) finish(fault);
      }, REFUSED_PAUSE_MS);
      timer.unref();
    }
  }

  function write(): void {
    need = 0;
    size = 0;
    looks = 0;
    swept = 0;
    arrived = undefined;
    (socket ?? dial()).write(head + id + tail, "latin1");
  }

  return {
    send(next) {
      id = next;
      if (next > sent.last) sent.last = next;
      began = now();
      write();
    },
    sweep(at) {
      if (id === 0) return;
      if (looks >= MOST_LOOKS && arrived !== undefined && size === swept) {
        need = 0;
        take(Buffer.alloc(0), false);
        arrived = undefined;
        if (id === 0) return;
      }
      swept = size;
      if (answered !== undefined && at - answered.at >= LINGER_MS) {
        const { fault } = answered;
        streams.held += 1;
        drop();
        finish(fault);
      } else if (answered === undefined && at - began >= timeoutMs) {
        drop();
        finish({ kind: "timeout", example: `no answer within ${timeoutMs} ms` });
      }
    },
    close() {
      id = 0;
      drop();
    },
  };
}

/** A server that ends a connection without a word before does it while the next request is on its way. */
function closedAfter(answers: number): string {
  if (answers === 0) return "the connection was closed";
  return `the connection was closed after ${answers} ${answers === 1 ? "answer" : "answers"} without Connection: close`;
}
