import type { Socket } from "node:net";
import type { LoadFault } from "../model/load.ts";
import type { Header, HttpTarget } from "../model/target.ts";
import { LARGEST_ANSWER, readAnswer } from "./load-answer.ts";
import { connectFault, FIRST_ID, ID_DIGITS, type Sent } from "./load-judge.ts";
import { createTemplates, type Templates } from "./load-template.ts";

/** One way to the server with one request under way at a time, as a virtual user has it. */
export interface Lane {
  /** Sends the request with this id. Only after the last one was done. */
  send(id: number): void;
  /** Forgets what is under way, and drops the connection; the lane can be used again. */
  close(): void;
}

/**
 * Told once per request, never from within `send`. Undefined: a result came. `at`: when the answer was there, where that
 * was before the lane is free again.
 */
export type Done = (fault: LoadFault | undefined, at?: number) => void;

/** What one virtual user sends: the same each time but for the id. */
export interface Prepared {
  readonly headers: readonly Header[];
  /** JSON text with FIRST_ID as the id of the request. */
  readonly body: string;
}

export interface Lanes {
  open(prepared: Prepared, done: Done): Lane;
  /** Bytes of a good answer as it came last, head included; undefined before the first. */
  answerBytes(): number | undefined;
  close(): void;
}

export interface LanesOptions {
  readonly now: () => number;
  readonly timeoutMs: number;
  /** Results say what they are, as on 2026-07-28. */
  readonly typed?: boolean;
}

/** Requests that are over their time are looked for so often. */
const SWEEP_MS = 25;
/** An event stream that has brought the answer is given so long to end, so that its connection can be used again. */
const LINGER_MS = 250;
/** So many in a row that did not, and none is waited for any more: this server holds its streams open. */
const MOST_LINGERS = 3;
/** A connection that was idle so long may be closed by the server while it is used again, as it may. */
const STALE_MS = 1000;
/** What is read at once, for each connection. */
const READ_BYTES = 16 * 1024;
/** An answer that was looked at so often and is not whole is looked at when it has grown by a share, or rests. */
const MOST_LOOKS = 64;
const GROWTH = 1.125;
/** A server that is not there is asked so often again by each user. */
const REFUSED_PAUSE_MS = 20;

/** `hear` gets the bytes as they come; they are only good until it returns. */
type Connect = (hear: (bytes: Buffer) => void) => Socket;

/** Keep-alive connections to one HTTP server, without pipelining. A redirect is an answer like any other. */
export async function httpLanes(target: HttpTarget, options: LanesOptions): Promise<Lanes> {
  const connect = await connector(target);
  const sent: Sent = { last: FIRST_ID, typed: options.typed ?? false };
  const streams: Streams = { held: 0 };
  const templates = createTemplates();
  const open = new Set<InnerLane>();
  const sweep = setInterval(() => {
    const now = options.now();
    for (const lane of open) lane.sweep(now);
  }, SWEEP_MS);
  return {
    open(prepared, done) {
      const [head, tail] = rawRequest(target.url, prepared);
      const lane = createLane({ connect, sent, templates, streams, options, head, tail, done });
      open.add(lane);
      return lane;
    },
    answerBytes: () => (templates.length < 0 ? undefined : templates.length),
    close() {
      clearInterval(sweep);
      for (const lane of open) lane.close();
      open.clear();
    },
  };
}

/** The request before and after its id, all ASCII or Latin-1, so that characters are bytes. */
export function rawRequest(address: string, prepared: Prepared): readonly [head: string, tail: string] {
  const url = new URL(address);
  // Escapes in JSON strings: the body is ASCII, and its length is that of the text.
  const body = prepared.body.replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const named = new Set(prepared.headers.map(([name]) => name.toLowerCase()));
  const headers = [
    ...(named.has("host") ? [] : [["Host", url.host] as const]),
    ...prepared.headers.filter(([name]) => !/^(content-length|connection|transfer-encoding)$/i.test(name)),
    ["Content-Length", String(body.length)] as const,
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const text = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines}\r\n`;
  const mark = `"id":${FIRST_ID}`;
  const at = body.indexOf(mark);
  if (at < 0) throw new TypeError("the prepared body has no id to replace");
  const digits = at + mark.length - ID_DIGITS;
  return [text + body.slice(0, digits), body.slice(digits + ID_DIGITS)];
}

async function connector(target: HttpTarget): Promise<Connect> {
  const url = new URL(target.url);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const secure = url.protocol === "https:";
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  if (!secure) {
    const net = await import("node:net");
    return (hear) => {
      const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
      const callback = (size: number) => {
        hear(buffer.subarray(0, size));
        return true;
      };
      return net.connect({ host, port, noDelay: true, onread: { buffer, callback } });
    };
  }
  const [tls, { isIP }] = await Promise.all([import("node:tls"), import("node:net")]);
  const context = tls.createSecureContext(target.ca === undefined ? {} : { ca: [...tls.rootCertificates, target.ca] });
  return (hear) =>
    tls
      .connect({
        host,
        port,
        secureContext: context,
        rejectUnauthorized: target.insecure !== true,
        ALPNProtocols: ["http/1.1"],
        ...(isIP(host) === 0 ? { servername: host } : {}),
      })
      .setNoDelay(true)
      .on("data", hear);
}

interface Streams {
  /** Those in a row that brought an answer and were not ended after it. */
  held: number;
}

interface InnerLane extends Lane {
  sweep(now: number): void;
}

function createLane(about: {
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
    // Over TLS there is no connection before the handshake is done.
    made.once("encrypted" in made ? "secureConnect" : "connect", () => {
      if (made === socket) connected = true;
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

  function lost(which: Socket, error: Error | undefined): void {
    if (which !== socket) return;
    const again = pending === undefined && served > 0 && began - idleSince >= STALE_MS;
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
