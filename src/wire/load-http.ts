import type { LoadFault } from "../model/load.ts";
import type { Header, HttpTarget } from "../model/target.ts";
import { FIRST_ID, ID_DIGITS, type Sent } from "./load-judge.ts";
import { type Connect, createLane, type InnerLane, type Streams } from "./load-lane.ts";
import { createTemplates } from "./load-template.ts";

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
/** What is read at once, for each connection. */
const READ_BYTES = 16 * 1024;

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
