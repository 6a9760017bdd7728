import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpHandler, HttpRequest, HttpResponse } from "../model/serving.ts";
import type { Header } from "../model/target.ts";

export interface ListenOptions {
  /** Address to bind; loopback unless somebody asks for more. */
  readonly host?: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Path of the endpoint, for the URL. */
  readonly path?: string;
}

export interface Listening {
  /** Of the endpoint. */
  readonly url: string;
  readonly port: number;
  /** Closes the port and every connection. */
  close(): Promise<void>;
  /** Takes no more connections, lets open answers end for `ms` milliseconds at most, then closes the rest. */
  drain(ms: number): Promise<void>;
}

/** Bodies above it are answered with 413. */
const BODY_LIMIT = 8 * 1024 * 1024;

/** Serves a handler over HTTP. Rejects when the port cannot be bound. */
export async function listenHttp(handler: HttpHandler, options: ListenOptions = {}): Promise<Listening> {
  const { host = "127.0.0.1", port = 0, path = "/mcp" } = options;
  const sockets = new WeakMap<object, number>();
  let lastSocket = 0;
  let draining = false;
  const server = createServer((incoming, outgoing) => {
    // Whose last answer this was would be kept open for another request, which nobody takes any more.
    outgoing.once("close", () => {
      if (draining) setImmediate(() => server.closeIdleConnections());
    });
    // A client that goes away is no error of ours.
    incoming.on("error", () => {});
    outgoing.on("error", () => {});
    readRequest(incoming).then(
      async (request) => {
        if (request === undefined) return end(outgoing, 413);
        try {
          const socket = sockets.get(incoming.socket) ?? 0;
          send(outgoing, await handler({ ...request, socket }), die);
        } catch {
          if (outgoing.headersSent) outgoing.destroy();
          else end(outgoing, 500);
        }
      },
      () => outgoing.destroy(),
    );
  });
  server.on("connection", (socket) => {
    lastSocket += 1;
    sockets.set(socket, lastSocket);
  });
  const die = () => {
    server.close();
    server.closeAllConnections();
  };
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}${path}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    drain: (ms) =>
      new Promise((resolve) => {
        draining = true;
        const timer = setTimeout(() => server.closeAllConnections(), ms);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function end(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { "Content-Length": "0" }).end();
}

/** The request with its whole body; undefined when that is too long. */
async function readRequest(incoming: IncomingMessage): Promise<HttpRequest | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= BODY_LIMIT) chunks.push(chunk);
  }
  if (length > BODY_LIMIT) return undefined;
  const headers: Header[] = [];
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
    headers.push([incoming.rawHeaders[i] ?? "", incoming.rawHeaders[i + 1] ?? ""]);
  }
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "/",
    headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function send(outgoing: ServerResponse, response: HttpResponse, die: () => void): void {
  if (response.kind === "silence") return;
  if (response.kind === "drop") {
    outgoing.destroy();
    return;
  }
  if (response.kind === "die") return die();
  const { status, headers, body } = response;
  const flat = headers.flat();
  if (body.kind !== "stream") {
    const bytes =
      body.kind === "text" ? Buffer.from(body.text, "utf8") : body.kind === "bytes" ? body.bytes : undefined;
    // 204 has no length; everything else says how long it is, also when that is nothing.
    if (status !== 204) flat.push("Content-Length", String(bytes?.length ?? 0));
    outgoing.writeHead(status, flat);
    outgoing.end(bytes);
    return;
  }
  outgoing.writeHead(status, flat);
  outgoing.flushHeaders();
  const gone = body.open({
    write: (text) => void outgoing.write(text),
    end: () => void outgoing.end(),
    cut: () => void outgoing.destroy(),
  });
  outgoing.once("close", gone);
}
