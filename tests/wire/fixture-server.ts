/** A server on bare sockets: every byte of an answer is written as the table says, well-formed or not. */
import { createServer, type Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";

export interface Fixture {
  readonly origin: string;
  close(): Promise<void>;
}

interface Request {
  readonly path: string;
  /** Request line and headers, as they came. */
  readonly head: string;
  readonly body: Buffer;
  /** Which of the server's connections this is. */
  readonly connection: number;
}

type Route = (socket: Socket, request: Request) => void;

export const RESULT = '{"jsonrpc":"2.0","id":1,"result":{}}';

function answer(headers: readonly string[], body: string | Buffer = "", status = "200 OK"): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]);
}

const chunked = (type: string, more: readonly string[] = []) =>
  `${["HTTP/1.1 200 OK", `Content-Type: ${type}`, "Transfer-Encoding: chunked", ...more].join("\r\n")}\r\n\r\n`;
const chunk = (bytes: string | Buffer) =>
  Buffer.concat([Buffer.from(`${Buffer.byteLength(bytes).toString(16)}\r\n`), Buffer.from(bytes), Buffer.from("\r\n")]);
const LAST = "0\r\n\r\n";

const JSON_TYPE = "Content-Type: application/json";
const SSE = "text/event-stream";

/** Everything that an event stream may hold, and more. */
export const ODD_EVENTS = [
  "\uFEFF: hello\n",
  "id: 1\ndata:\n\n",
  'event: message\r\ndata: {"a":1}\r\n\r\n',
  "data: one\rdata:two\r\r",
  "retry: 1500\n\n",
  "retry: soon\nnonsense: x\n\n",
  "data\n\n",
  "id: a\0b\ndata: é🙂\n\n",
  ":\n",
  `event: end\ndata: ${RESULT}\n\n`,
].join("");

/** Sockets that were marked to be reset at the next request on them. */
const doomed = new WeakSet<Socket>();
/** Held streams, by their key: whether the client has gone. */
const held = new Map<string, "open" | "closed">();

/** Nested deeper than anybody reads. */
export const DEEP = `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;

const HELLO_GZIP = gzipSync(RESULT);

export const ROUTES: { readonly [path: string]: Route } = {
  "/json": (socket) => socket.write(answer([JSON_TYPE], RESULT)),
  "/echo": (socket, { head, body, connection }) =>
    socket.write(answer([JSON_TYPE], JSON.stringify({ head, body: body.toString(), connection }))),
  "/202": (socket) => socket.write(answer([], "", "202 Accepted")),
  "/204": (socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"),
  "/redirect": (socket) => socket.write(answer(["Location: /json"], "", "307 Temporary Redirect")),
  "/continue": (socket) =>
    socket.write(Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), answer([JSON_TYPE], RESULT)])),
  "/reset-head": (socket) => socket.resetAndDestroy(),
  "/close-head": (socket) => socket.end(),
  "/half-head": (socket) => socket.end("HTTP/1.1 200 OK\r\nConte"),
  "/reset-body": (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nContent-Length: 100\r\n\r\n{"half":`);
    setTimeout(() => socket.resetAndDestroy(), 50);
  },
  "/close-body": (socket) => socket.end(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nContent-Length: 100\r\n\r\n{"half":`),
  "/cut-chunk": (socket) => socket.end(`${chunked("application/json")}64\r\n{"half":`),
  "/no-last-chunk": (socket) => {
    socket.write(chunked(SSE));
    socket.write(chunk('data: {"n":1}\n\n'));
    setTimeout(() => socket.end(), 50);
  },
  "/garbage": (socket) => socket.end("SSH-2.0-OpenSSH_9.6 this is no HTTP\r\n\r\n"),
  "/bad-chunk": (socket) => socket.end(`${chunked("application/json")}zz\r\n{}\r\n${LAST}`),
  "/silence": () => {},
  // Longer than idle connections are kept.
  "/slow": (socket) => {
    setTimeout(() => socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nContent-Length: ${RESULT.length}\r\n\r\n`), 2500);
    setTimeout(() => socket.write(RESULT), 5000);
  },
  "/silent-body": (socket) => socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nContent-Length: 100\r\n\r\n`),
  "/drip": (socket) => {
    const bytes = answer([JSON_TYPE], RESULT);
    drip(
      socket,
      [...bytes].map((byte) => Buffer.from([byte])),
      1,
    );
  },
  "/drip-for-ever": (socket) => {
    socket.write(chunked("application/json"));
    const timer = setInterval(() => socket.write(chunk(" ")), 20);
    socket.on("close", () => clearInterval(timer));
  },
  "/doubled": (socket) => socket.write(answer([JSON_TYPE, "X-Two: a", "x-two: b", "Mcp-Session-Id: s1"], RESULT)),
  "/http10": (socket) => socket.end(`HTTP/1.0 200 OK\r\n${JSON_TYPE}\r\n\r\n${RESULT}`),
  "/gzip": (socket) => socket.write(answer([JSON_TYPE, "Content-Encoding: gzip"], HELLO_GZIP)),
  "/deflate": (socket) => socket.write(answer([JSON_TYPE, "Content-Encoding: deflate"], deflateSync(RESULT))),
  "/deflate-raw": (socket) => socket.write(answer([JSON_TYPE, "Content-Encoding: deflate"], deflateRawSync(RESULT))),
  "/br": (socket) => socket.write(answer([JSON_TYPE, "Content-Encoding: br"], brotliCompressSync(RESULT))),
  "/bad-gzip": (socket) => socket.write(answer([JSON_TYPE, "Content-Encoding: gzip"], "no gzip at all")),
  "/gzip-events": (socket) => {
    socket.write(chunked(SSE, ["Content-Encoding: gzip"]));
    socket.write(chunk(gzipSync(`data: ${RESULT}\n\n`)));
    socket.write(LAST);
  },
  "/bad-utf8": (socket) => socket.write(answer([JSON_TYPE], Buffer.from([0x22, 0xc3, 0x28, 0x22]))),
  "/bad-utf8-events": (socket) =>
    socket.write(
      answer(
        [`Content-Type: ${SSE}`],
        Buffer.concat([Buffer.from("data: good\n\ndata: "), Buffer.from([0xff]), Buffer.from("\n\n")]),
      ),
    ),
  "/bom": (socket) => socket.write(answer([JSON_TYPE], `\uFEFF${RESULT}`)),
  "/events": (socket) => {
    socket.write(chunked("Text/Event-Stream; charset=utf-8"));
    const bytes = Buffer.from(ODD_EVENTS);
    // Pieces of three bytes cut characters, line ends and fields alike.
    const pieces = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, index) =>
      chunk(bytes.subarray(3 * index, 3 * index + 3)),
    );
    drip(socket, [...pieces, Buffer.from(LAST)], 0);
  },
  "/events-unfinished": (socket) => socket.write(answer([`Content-Type: ${SSE}`], "data: whole\n\ndata: half")),
  "/hold": (socket, { path }) => {
    const key = new URL(path, "http://x").search;
    held.set(key, "open");
    socket.on("close", () => held.set(key, "closed"));
    socket.write(chunked(SSE));
    socket.write(chunk('data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n'));
  },
  "/held": (socket, { path }) =>
    socket.write(answer([JSON_TYPE], JSON.stringify(held.get(new URL(path, "http://x").search) ?? "unknown"))),
  "/late-end": (socket) => {
    socket.write(chunked(SSE));
    socket.write(chunk(`data: ${RESULT}\n\n`));
    setTimeout(() => socket.write(LAST), 30);
  },
  "/doom": (socket) => {
    socket.write(answer([JSON_TYPE], RESULT));
    doomed.add(socket);
  },
  "/big": (socket) => {
    socket.write(chunked("application/json"));
    const piece = chunk("x".repeat(64 * 1024));
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", more);
    more();
  },
  "/gzip-bomb": (socket) =>
    socket.write(answer([JSON_TYPE, "Content-Encoding: gzip"], gzipSync(Buffer.alloc(4_000_000, 32)))),
  "/gzip-pile": (socket) =>
    socket.write(answer([JSON_TYPE, `Content-Encoding: ${"gzip, ".repeat(50)}gzip`], HELLO_GZIP)),
  "/deep": (socket) => socket.write(answer([JSON_TYPE], DEEP)),
  "/deep-event": (socket) => socket.end(`${chunked(SSE)}${chunk(`data: ${RESULT}\n\ndata: ${DEEP}\n\n`)}${LAST}`),
  "/many-events": (socket) => {
    socket.write(chunked(SSE));
    const piece = chunk("data: {}\n\n".repeat(100));
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", more);
    more();
  },
};

function drip(socket: Socket, pieces: readonly Buffer[], ms: number): void {
  let at = 0;
  const next = () => {
    const piece = pieces[at++];
    if (piece === undefined || socket.destroyed) return;
    socket.write(piece, () => (ms === 0 ? setImmediate(next) : setTimeout(next, ms)));
  };
  socket.setNoDelay(true);
  next();
}

function serve(socket: Socket, connection: number): void {
  let buffer = Buffer.alloc(0);
  socket.on("error", () => {});
  socket.on("data", (bytes) => {
    if (bytes[0] === 0x16) {
      // The beginning of a TLS handshake. Most servers answer in plain HTTP; the host name in it asks for a reset.
      if (bytes.includes("localhost")) socket.resetAndDestroy();
      else socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      return;
    }
    if (doomed.has(socket)) {
      socket.resetAndDestroy();
      return;
    }
    buffer = Buffer.concat([buffer, bytes]);
    const end = buffer.indexOf("\r\n\r\n");
    if (end === -1) return;
    const head = buffer.subarray(0, end + 4).toString("latin1");
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    if (buffer.length < end + 4 + length) return;
    const body = buffer.subarray(end + 4, end + 4 + length);
    buffer = buffer.subarray(end + 4 + length);
    const path = head.split(" ")[1] ?? "/";
    const route = ROUTES[path.split("?")[0] ?? "/"];
    if (route === undefined) socket.write(answer([], "", "404 Not Found"));
    else route(socket, { path, head, body, connection });
  });
}

export async function startFixture(): Promise<Fixture> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serve(socket, ++connections);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the fixture server has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
