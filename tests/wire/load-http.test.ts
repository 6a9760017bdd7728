import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { HttpTarget } from "../../src/model/target.ts";
import { httpLanes, rawRequest } from "../../src/wire/load-http.ts";
import { FIRST_ID } from "../../src/wire/load-judge.ts";

const BODY = JSON.stringify({ jsonrpc: "2.0", id: FIRST_ID, method: "ping" });
const servers: { close(): unknown }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that gets each request whole, with its id, and writes what it likes. */
async function serve(answer: (id: number, socket: Socket, text: string) => unknown): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const id = /"id":(\d{10})/.exec(text);
      if (id === null || !text.endsWith("}")) return;
      const whole = text;
      text = "";
      answer(Number(id[1]), socket, whole);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}

const JSON_TYPE = "Content-Type: application/json\r\n";
const ok = (id: number, extra = "") => {
  const body = JSON.stringify({ jsonrpc: "2.0", id, result: {} });
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${extra}Content-Length: ${body.length}\r\n\r\n${body}`;
};

/** Sends `count` requests on each lane, one after the other; the kinds of what came. */
async function load(port: number, count: number, users = 1, timeoutMs = 5000): Promise<readonly string[]> {
  return await loadTarget({ kind: "http", url: `http://127.0.0.1:${port}/mcp`, headers: [] }, count, users, timeoutMs);
}

async function loadTarget(target: HttpTarget, count: number, users: number, timeoutMs: number) {
  const lanes = await httpLanes(target, { now: () => performance.now(), timeoutMs });
  let id = FIRST_ID;
  const kinds: string[] = [];
  await Promise.all(
    Array.from({ length: users }, async () => {
      let left = count;
      await new Promise<void>((resolve) => {
        const lane = lanes.open({ headers: [["Content-Type", "application/json"]], body: BODY }, (fault) => {
          kinds.push(fault?.kind ?? "ok");
          left -= 1;
          if (left === 0) resolve();
          else lane.send(++id);
        });
        lane.send(++id);
      });
    }),
  );
  lanes.close();
  return kinds;
}

const repeat = (kind: string, count: number) => new Array<string>(count).fill(kind);

describe("httpLanes()", () => {
  it("sends one request at a time on one connection, each with its own id", async () => {
    const seen = new Set<Socket>();
    const ids: number[] = [];
    const port = await serve((id, socket, text) => {
      seen.add(socket);
      ids.push(id);
      expect(text.split("POST ").length).toBe(2);
      socket.write(ok(id));
    });
    expect(await load(port, 50)).toEqual(repeat("ok", 50));
    expect(seen.size).toBe(1);
    expect(new Set(ids).size).toBe(50);
  });

  it("catches a server that crosses two answers", async () => {
    let held: { readonly id: number; readonly socket: Socket } | undefined;
    let n = 0;
    const port = await serve((id, socket) => {
      n += 1;
      // The third pair of requests is answered crosswise.
      if (n === 5) held = { id, socket };
      else if (n === 6 && held !== undefined) {
        held.socket.write(ok(id));
        socket.write(ok(held.id));
      } else socket.write(ok(id));
    });
    const kinds = await load(port, 10, 2);
    expect(kinds.filter((kind) => kind === "crossed_id")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "ok")).toHaveLength(18);
  });

  it("follows no redirect", async () => {
    let asked = 0;
    const elsewhere = createHttp((_request, response) => {
      asked += 1;
      response.end();
    });
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    servers.push(elsewhere);
    const there = (elsewhere.address() as AddressInfo).port;
    const port = await serve((_id, socket) =>
      socket.write(`HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:${there}/\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await load(port, 3)).toEqual(repeat("http_307", 3));
    expect(asked).toBe(0);
  });

  it("makes a new connection where the server ends the old one, and takes that for no error", async () => {
    const seen = new Set<Socket>();
    const port = await serve((id, socket) => {
      seen.add(socket);
      socket.end(ok(id, "Connection: close\r\n"));
    });
    expect(await load(port, 5)).toEqual(repeat("ok", 5));
    expect(seen.size).toBe(5);
  });

  it("reads a body that the end of the connection ends, and goes on with a new one", async () => {
    const port = await serve((id, socket) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id, result: {} });
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`);
    });
    expect(await load(port, 5)).toEqual(repeat("ok", 5));
  });

  it("tells a dropped connection from an answer, also on one that was used before", async () => {
    let n = 0;
    const port = await serve((id, socket) => {
      n += 1;
      if (n % 2 === 0) socket.destroy();
      else socket.write(ok(id));
    });
    expect(await load(port, 6)).toEqual(["ok", "reset", "ok", "reset", "ok", "reset"]);
  });

  it.each([
    ["sends again what a connection that was closed meanwhile swallowed", 0, ["ok", "ok"], 3],
    ["hides no failure of a server that had the request", 100, ["ok", "reset"], 2],
  ] as const)("%s", async (_name, workMs, expected, requests) => {
    // A clock of our own: nothing here depends on how fast this machine is.
    let clock = 0;
    const answered = new Set<Socket>();
    let got = 0;
    const port = await serve((id, socket) => {
      got += 1;
      if (answered.has(socket)) {
        clock += workMs;
        socket.resetAndDestroy();
      } else socket.write(ok(id));
      answered.add(socket);
    });
    const lanes = await httpLanes(
      { kind: "http", url: `http://127.0.0.1:${port}/mcp`, headers: [] },
      { now: () => clock, timeoutMs: 60_000 },
    );
    const kinds: string[] = [];
    await new Promise<void>((resolve) => {
      const lane = lanes.open({ headers: [], body: BODY }, (fault) => {
        kinds.push(fault?.kind ?? "ok");
        if (kinds.length === 2) return resolve();
        // Between the two requests the connection is idle for long.
        clock += 5000;
        lane.send(FIRST_ID + 2);
      });
      lane.send(FIRST_ID + 1);
    });
    lanes.close();
    expect(kinds).toEqual(expected);
    expect(got).toBe(requests);
  });

  it("gives up what is not answered in time, and does not take the late answer for the next one's", async () => {
    let n = 0;
    const late: (() => void)[] = [];
    const port = await serve((id, socket) => {
      n += 1;
      if (n === 1) late.push(() => socket.write(ok(id)));
      else {
        for (const one of late.splice(0)) one();
        socket.write(ok(id));
      }
    });
    expect(await load(port, 3, 1, 60)).toEqual(["timeout", "ok", "ok"]);
  });

  it("takes the answer of a stream that is held open, and drops the stream", async () => {
    const seen = new Set<Socket>();
    const port = await serve((id, socket) => {
      seen.add(socket);
      const event = `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n\n`;
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
      socket.write(`${event.length.toString(16)}\r\n${event}\r\n`);
    });
    expect(await load(port, 2)).toEqual(["ok", "ok"]);
    expect(seen.size).toBe(2);
    // The answer was in time, whatever the stream does after it.
    expect(await load(port, 2, 1, 100)).toEqual(["ok", "ok"]);
  });

  it("says when an answer was there, and waits for no end of streams that have none", async () => {
    const seen = new Set<Socket>();
    const port = await serve((id, socket) => {
      seen.add(socket);
      const event = `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n\n`;
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
      socket.write(`${event.length.toString(16)}\r\n${event}\r\n`);
    });
    // A clock of our own: it moves when it is looked at.
    let looks = 0;
    const lanes = await httpLanes(
      { kind: "http", url: `http://127.0.0.1:${port}/mcp`, headers: [] },
      { now: () => (looks += 100), timeoutMs: 1e9 },
    );
    const waited: number[] = [];
    let id = FIRST_ID;
    await new Promise<void>((resolve) => {
      const lane = lanes.open({ headers: [], body: BODY }, (fault, at = Number.NaN) => {
        expect(fault).toBeUndefined();
        waited.push(looks - at);
        if (waited.length === 6) resolve();
        else lane.send(++id);
      });
      lane.send(++id);
    });
    lanes.close();
    expect(seen.size).toBe(6);
    // The first ones were given time to end, which is no part of how long they took; the last ones were not.
    for (const one of waited.slice(0, 3)) expect(one).toBeGreaterThanOrEqual(250);
    for (const one of waited.slice(3)) expect(one).toBeLessThanOrEqual(200);
  });

  it("reads an answer in many small pieces a few times, not once for each", async () => {
    const progress = `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: {} })}\n\n`;
    const piece = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const many = piece(progress).repeat(150);
    let bytes = 0;
    const port = await serve(async (id, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (let n = 0; n < 200; n += 1) {
        bytes += many.length;
        if (!socket.write(many)) await once(socket, "drain");
      }
      socket.write(`${piece(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n\n`)}0\r\n\r\n`);
    });
    const concat = vi.spyOn(Buffer, "concat");
    try {
      expect(await load(port, 1)).toEqual(["ok"]);
      const copied = concat.mock.results.reduce((sum, one) => sum + (one.value as Buffer).length, 0);
      expect(copied).toBeGreaterThan(bytes);
      expect(copied).toBeLessThan(bytes * 40);
    } finally {
      concat.mockRestore();
    }
  });

  it("says of a connection that ends without a word how it was", async () => {
    const port = await serve((id, socket) => {
      socket.write(ok(id));
      socket.end();
    });
    const lanes = await httpLanes(
      { kind: "http", url: `http://127.0.0.1:${port}/mcp`, headers: [] },
      { now: () => performance.now(), timeoutMs: 5000 },
    );
    const example = await new Promise<string>((resolve) => {
      let id = FIRST_ID;
      const lane = lanes.open({ headers: [], body: BODY }, (fault) => {
        if (fault !== undefined) resolve(fault.example);
        else lane.send(++id);
      });
      lane.send(++id);
    });
    lanes.close();
    expect(example).toMatch(/after 1 answer without Connection: close|ECONNRESET|EPIPE/);
  });

  it("reads answers of any size, in as many pieces as they come", async () => {
    const port = await serve((id, socket) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id, result: { text: "x".repeat(700_000) } });
      if (id % 2 === 0) socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}Content-Length: ${body.length}\r\n\r\n${body}`);
      else {
        socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`);
        for (let at = 0; at < body.length; at += 50_000) {
          const piece = body.slice(at, at + 50_000);
          socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
        }
        socket.write("0\r\n\r\n");
      }
    });
    expect(await load(port, 6)).toEqual(repeat("ok", 6));
  });

  it("does not trust a connection on which more came than was asked for", async () => {
    const seen = new Set<Socket>();
    const port = await serve((id, socket) => {
      seen.add(socket);
      socket.write(ok(id) + ok(id + 1));
    });
    // The answer that came too early is none: the second request has one of its own.
    expect(await load(port, 3)).toEqual(repeat("ok", 3));
    expect(seen.size).toBe(3);
  });

  it("says that nobody listens", async () => {
    const port = await serve(() => {});
    for (const server of servers.splice(0)) server.close();
    expect(await load(port, 2)).toEqual(["connect", "connect"]);
  });
});

describe("httpLanes() over TLS", () => {
  const pem = (name: string) => readFileSync(new URL(`./tls/${name}.pem`, import.meta.url), "utf8");

  it("trusts whom it is told to trust, and nobody else", async () => {
    const server = createHttps({ key: pem("key"), cert: pem("cert") }, (request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      request.on("end", () => {
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(text).id, result: {} }));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push({
      close() {
        server.closeAllConnections();
        server.close();
      },
    });
    const url = `https://localhost:${(server.address() as AddressInfo).port}/mcp`;
    for (const [more, expected] of [
      [{}, "connect"],
      [{ ca: pem("cert") }, "ok"],
      [{ insecure: true }, "ok"],
    ] as const) {
      expect(await loadTarget({ kind: "http", url, headers: [], ...more }, 3, 1, 5000)).toEqual(repeat(expected, 3));
    }
  });
});

describe("rawRequest()", () => {
  it("writes the request around its id, with the length of its body in bytes", () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: FIRST_ID, method: "x", params: { a: "ä😀" } });
    const [head, tail] = rawRequest("http://[::1]:81/mcp?x=1", { headers: [["Mcp-Method", "x"]], body });
    const text = `${head}1000000042${tail}`;
    expect(text).toMatch(
      /^POST \/mcp\?x=1 HTTP\/1\.1\r\nHost: \[::1\]:81\r\nMcp-Method: x\r\nContent-Length: \d+\r\n\r\n/,
    );
    const [, sent = ""] = text.split("\r\n\r\n");
    expect(Number(/Content-Length: (\d+)/.exec(text)?.[1])).toBe(Buffer.byteLength(sent));
    expect(JSON.parse(sent)).toEqual({ jsonrpc: "2.0", id: 1000000042, method: "x", params: { a: "ä😀" } });
  });
});
