/**
 * A wire without sockets and processes. Over HTTP the handler is called with the request as a server would see it, and
 * what it answers goes through the same collector as on the real wire; on stdio a made-up child is given to the real
 * stdio connection. So frames and endings are those of the real wire.
 */

import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import type { Answer, Ending, HttpSent } from "../../src/model/exchange.ts";
import type { Connection, Listen, Wire } from "../../src/model/probe.ts";
import type { HttpRequest, HttpResponse, Server, StdioHandler, StdioInput } from "../../src/model/serving.ts";
import type { Header, Target } from "../../src/model/target.ts";
import { type Collector, collect } from "../../src/wire/collect.ts";
import { BUDGETS, createPurse } from "../../src/wire/purse.ts";
import type { Spawned } from "../../src/wire/spawned.ts";
import { createWire } from "../../src/wire/wire.ts";

export interface MemoryOptions {
  /** Milliseconds since the run began. */
  readonly now?: () => number;
  /** How long the next piece of an answer takes to arrive, in milliseconds; at once by default. For shuffled delays. */
  readonly delay?: () => number;
}

/** A wire to a server in memory, on the transport of the target. */
export function createMemoryWire(server: Server, target: Target, options: MemoryOptions = {}): Wire {
  const start = performance.now();
  const now = options.now ?? (() => Math.round(performance.now() - start));
  const delay = options.delay ?? (() => 0);
  if (target.kind === "stdio") return createWire(target, { now, spawn: () => memoryChild(server.stdio, delay) });
  return httpWire(server, now, delay);
}

/** Does things in the order in which they were asked for, each after its delay. */
function inOrder(delay: () => number): (act: () => void) => void {
  let last: Promise<void> = Promise.resolve();
  return (act) => {
    const ms = delay();
    const due = ms === 0 ? last : last.then(() => new Promise<void>((resolve) => setTimeout(resolve, ms)));
    last = due.then(act);
  };
}

function httpWire(server: Server, now: () => number, delay: () => number): Wire {
  const purse = createPurse();
  const open = new Set<Collector>();
  /** Requests that want a connection of their own get one; all others share the first. */
  let sockets = 1;
  /** Set when the process of the server is over: nothing listens any more. */
  let dead = false;
  const die = () => {
    dead = true;
    for (const one of [...open]) one.hearing.end(brokenOff(one));
  };

  function send(sent: HttpSent, listen: Listen): Promise<Answer> {
    let gone = () => {};
    const collector = collect({
      now,
      budgets: BUDGETS,
      purse,
      listen,
      ids: sent.ids,
      onEnd() {
        open.delete(collector);
        // Whoever serves a stream is told that the client went away: after the turn in which it may be writing.
        setTimeout(() => gone(), 0);
      },
    });
    if (collector.hearing.ended) return collector.hearing.answer;
    open.add(collector);
    const act = inOrder(delay);
    act(async () => {
      if (dead) return collector.hearing.end({ kind: "refused", detail: "connect ECONNREFUSED (in memory)" });
      let response: HttpResponse;
      try {
        if (sent.fresh === true) sockets += 1;
        response = await server.http({ ...requestOf(sent), socket: sent.fresh === true ? sockets : 1 });
      } catch {
        response = { kind: "answer", status: 500, headers: [], body: { kind: "none" } };
      }
      act(() => {
        gone = deliver(response, collector, sent.method, act, die);
      });
    });
    return collector.hearing.answer;
  }

  return {
    open(): Connection {
      return {
        send: (sent, listen) => {
          if (sent.kind !== "http") throw new TypeError("a message for stdio was given to an HTTP connection");
          return send(sent, listen);
        },
        strays: () => [],
        gone: () => undefined,
        close: async () => {},
      };
    },
    async close() {
      for (const one of [...open]) one.hearing.end({ kind: "enough" });
    },
  };
}

function brokenOff(collector: Collector): Ending {
  return { kind: "reset", phase: collector.headSeen ? "body" : "head", detail: "socket hang up (in memory)" };
}

/** The request as it would arrive: with Host and Content-Length, the body only where there is one. */
function requestOf(sent: HttpSent): HttpRequest {
  const url = new URL(sent.url);
  const headers: Header[] = sent.headers.map(([name, value]) => [name, value.replace(/^[ \t]+|[ \t]+$/g, "")]);
  const has = (name: string) => headers.some(([one]) => one.toLowerCase() === name);
  if (!has("host")) headers.unshift(["Host", url.host]);
  if (sent.body !== undefined && !has("content-length")) {
    headers.push(["Content-Length", String(Buffer.byteLength(sent.body))]);
  }
  return { method: sent.method, path: url.pathname + url.search, headers, body: sent.body ?? "" };
}

/** Hands a response to the collector. What it returns tells the server that the client went away. */
function deliver(
  response: HttpResponse,
  collector: Collector,
  method: string,
  act: (act: () => void) => void,
  die: () => void,
): () => void {
  const { hearing } = collector;
  if (response.kind === "silence") return () => {};
  if (response.kind === "drop") {
    hearing.end(brokenOff(collector));
    return () => {};
  }
  if (response.kind === "die") {
    die();
    return () => {};
  }
  const { status, headers, body } = response;
  const encode = (text: string) => new TextEncoder().encode(text);
  const bytes = body.kind === "text" ? encode(body.text) : body.kind === "bytes" ? body.bytes : undefined;
  const framed: readonly Header[] =
    body.kind === "stream" || status === 204 ? headers : [...headers, ["Content-Length", String(bytes?.length ?? 0)]];
  collector.head(status, framed);
  if (body.kind !== "stream") {
    if (bytes !== undefined && bytes.length > 0 && method !== "HEAD" && !hearing.ended) collector.chunk(bytes);
    hearing.end({ kind: "complete" });
    return () => {};
  }
  if (hearing.ended) {
    // The client wanted no more than the head: the server learns of it as soon as it writes.
    body.open({ write: () => {}, end: () => {}, cut: () => {} })();
    return () => {};
  }
  return body.open({
    write: (text) => act(() => void (hearing.ended || collector.chunk(encode(text)))),
    end: () => act(() => hearing.end({ kind: "complete" })),
    cut: () => act(() => hearing.end(brokenOff(collector))),
  });
}

let lastPid = 1_000_000;

/** A child that is no process: its stdin goes to the handler, and what that writes comes out of its stdout. */
export function memoryChild(handler: StdioHandler, delay: () => number = () => 0): Spawned {
  const emitter = new EventEmitter();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const act = inOrder(delay);
  let alive = true;
  const exit = (code: number | null, signal: string | null) => {
    if (!alive) return;
    alive = false;
    act(() => {
      stdout.end();
      stderr.end();
      stdin.destroy();
      emitter.emit("exit", code, signal);
    });
  };
  let input: StdioInput | undefined;
  /** What the server does with what it gets; a thing that it throws ends it, as in a process of its own. */
  const attempt = (feed: (input: StdioInput) => void) => {
    if (!alive || input === undefined) return;
    try {
      feed(input);
    } catch (error) {
      stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      exit(1, null);
    }
  };
  const stdin = new Writable({
    write(chunk: Buffer, _encoding, done) {
      setImmediate(() => attempt((to) => to.chunk(new Uint8Array(chunk))));
      done(alive ? null : new Error("write EPIPE"));
    },
    final(done) {
      setImmediate(() => attempt((to) => to.end()));
      done();
    },
  });
  setImmediate(() => {
    try {
      input = handler({
        stdout: (bytes) => {
          if (alive) act(() => void stdout.write(bytes));
        },
        stderr: (text) => {
          if (alive) stderr.write(text);
        },
        exit: (code) => exit(code, null),
      });
    } catch {
      exit(1, null);
    }
  });
  lastPid += 1;
  const process = Object.assign(emitter, { stdin, stdout, stderr, pid: lastPid });
  return {
    process: process as unknown as ChildProcess,
    signal(signal) {
      if (!alive) return false;
      const terminate = input?.terminate;
      if (signal === "SIGTERM" && terminate !== undefined) terminate();
      else if (signal !== 0) exit(null, signal);
      return true;
    },
    release: () => {},
  };
}
