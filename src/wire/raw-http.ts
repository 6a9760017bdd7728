import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import type { Ending, HttpSent } from "../model/exchange.ts";
import type { Header, HttpTarget } from "../model/target.ts";
import { type Carrier, hasHeader, plainUrl } from "./carrier.ts";
import type { Collector } from "./collect.ts";
import { decoder, isCoded } from "./decode.ts";
import { endingOf } from "./endings.ts";

type Http = typeof import("node:http");
type Https = typeof import("node:https");

/** Servers commonly close an idle connection after 5 s; ours is not used again long before that. */
const IDLE_MS = 2000;
/** A head of this size is still read: whether it is too large is for a rule to say. */
const LARGEST_HEAD = 256 * 1024;

/** The carrier on node:http: exact headers, a connection of its own on request, own certificates. */
export function rawCarrier(target: HttpTarget): Carrier {
  /** By scheme: one that keeps connections, and one that makes a new one for each request. */
  const agents = new Map<string, Agent>();
  const open = new Set<ClientRequest>();
  let trust: Promise<RequestOptions> | undefined;

  function agentOf(http: Http | Https, protocol: string, again: boolean): Agent {
    const name = again ? `again ${protocol}` : protocol;
    const before = agents.get(name);
    if (before !== undefined) return before;
    const agent = new http.Agent({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: again ? 0 : 64 });
    agents.set(name, agent);
    return agent;
  }

  /** What makes the request; `again`: on a connection that is new for sure. */
  async function prepare(sent: HttpSent): Promise<(again: boolean) => ClientRequest> {
    const url = plainUrl(sent.url);
    const secure = url.protocol === "https:";
    // Loaded here, so that a run over plain HTTP or stdio does not pay for TLS.
    const http: Http | Https = secure ? await import("node:https") : await import("node:http");
    if (secure) trust ??= trustOf(target);
    const options = {
      ...(secure ? await trust : {}),
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
      path: url.pathname + url.search,
      method: sent.method,
      headers: headersOf(sent, url).flat(),
      maxHeaderSize: LARGEST_HEAD,
    };
    return (again) => {
      const agent = sent.fresh === true ? false : agentOf(http, url.protocol, again);
      return http.request({ ...options, agent } as RequestOptions);
    };
  }

  return {
    send(sent, collector) {
      let request: ClientRequest | undefined;
      let dropped = false;

      function start(make: (again: boolean) => ClientRequest, again: boolean): void {
        if (dropped) return;
        let now: ClientRequest;
        try {
          now = make(again);
        } catch (error) {
          collector.hearing.end(endingOf(error, "head"));
          return;
        }
        request = now;
        open.add(now);
        now.on("close", () => open.delete(now));
        // The server closed an idle connection just as it was used again, as it may: that says nothing about this
        // request, which goes out once more.
        listenTo(now, collector, sent.method, () => start(make, true));
        now.end(sent.body);
      }

      prepare(sent).then(
        (make) => start(make, false),
        (error: unknown) => collector.hearing.end(endingOf(error, "head")),
      );
      return (lingerMs) => {
        dropped = true;
        const now = request;
        if (now === undefined || now.destroyed) return;
        if (lingerMs === 0) {
          now.destroy();
          return;
        }
        const timer = setTimeout(() => now.destroy(), lingerMs);
        timer.unref();
        now.on("close", () => clearTimeout(timer));
      };
    },
    close() {
      for (const request of open) request.destroy();
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
    },
  };
}

async function trustOf(target: HttpTarget): Promise<RequestOptions> {
  if (target.insecure === true) return { rejectUnauthorized: false } as RequestOptions;
  if (target.ca === undefined) return {};
  const { rootCertificates } = await import("node:tls");
  return { ca: [...rootCertificates, target.ca] } as RequestOptions;
}

/** The headers as written, with what HTTP itself needs where they lack it: Host first, Content-Length last. */
function headersOf(sent: HttpSent, url: URL): readonly Header[] {
  const headers: Header[] = [...sent.headers];
  if (!hasHeader(headers, "host")) headers.unshift(["Host", url.host]);
  const framed = hasHeader(headers, "content-length") || hasHeader(headers, "transfer-encoding");
  const takesBody = !["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"].includes(sent.method.toUpperCase());
  if (!framed && (sent.body !== undefined || takesBody)) {
    headers.push(["Content-Length", String(new TextEncoder().encode(sent.body ?? "").length)]);
  }
  return headers;
}

function listenTo(request: ClientRequest, collector: Collector, method: string, again: () => void): void {
  const { hearing } = collector;
  let over = false;
  let answered = false;
  // Over TLS there is no connection before the handshake is done.
  let shaking = request.protocol === "https:";

  function end(ending: Ending): void {
    if (shaking && !answered && ending.kind === "reset") {
      hearing.end({ kind: "refused", detail: `TLS: ${ending.detail}` });
    } else hearing.end(ending);
  }

  request.on("socket", (socket) => {
    if (request.reusedSocket) shaking = false;
    if (!shaking) return;
    socket.once("secureConnect", () => {
      shaking = false;
    });
  });
  request.on("error", (error) => {
    if (over) return;
    over = true;
    if (!answered && request.reusedSocket && isBroken(error)) again();
    else end(endingOf(error, answered ? "body" : "head"));
  });
  request.on("close", () => {
    if (over || answered) return;
    over = true;
    end({ kind: "reset", phase: "head", detail: "connection closed" });
  });
  request.on("upgrade", (response, socket) => {
    answered = true;
    collector.head(response.statusCode ?? 0, pairs(response.rawHeaders));
    socket.destroy();
    end({ kind: "complete" });
  });
  request.on("response", (response) => {
    answered = true;
    readBody(response, collector, method);
  });
}

function readBody(response: IncomingMessage, collector: Collector, method: string): void {
  const { hearing } = collector;
  const headers = pairs(response.rawHeaders);
  const coding = response.headers["content-encoding"];
  const coded = method !== "HEAD" && coding !== undefined && isCoded(coding);
  const sink = coded
    ? decoder(coding, {
        bytes: (bytes) => collector.chunk(bytes),
        end: () => hearing.end({ kind: "complete" }),
        error: (error) => hearing.end(endingOf(error, "body")),
        wait: () => response.pause(),
        goOn: () => response.resume(),
      })
    : {
        write: (bytes: Uint8Array) => collector.chunk(bytes),
        end: () => hearing.end({ kind: "complete" }),
        stop: () => {},
      };
  // A few bytes in a decoder can become any number: once the exchange is over they are not worked off.
  void hearing.answer.then(sink.stop, sink.stop);

  response.on("data", (bytes: Uint8Array) => {
    // Once the exchange is over the rest is read only to see the end.
    if (!hearing.ended) sink.write(bytes);
  });
  response.on("end", () => {
    if (response.complete) sink.end();
    else hearing.end({ kind: "reset", phase: "body", detail: "connection closed before the end of the body" });
  });
  response.on("error", (error) => hearing.end(endingOf(error, "body")));
  response.on("close", () => {
    if (!response.complete) {
      hearing.end({ kind: "reset", phase: "body", detail: "connection closed before the end of the body" });
    }
  });
  collector.head(response.statusCode ?? 0, headers);
}

function isBroken(error: unknown): boolean {
  const code = (error as { readonly code?: unknown }).code;
  return code === "ECONNRESET" || code === "EPIPE" || code === "ECONNABORTED";
}

/** node's flat list of names and values as pairs. */
function pairs(flat: readonly string[]): readonly Header[] {
  return Array.from(
    { length: flat.length / 2 },
    (_, index) => [flat[2 * index] ?? "", flat[2 * index + 1] ?? ""] as const,
  );
}
