import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Answer, Frame, HttpSent, StdioSent } from "../../src/model/exchange.ts";
import type { Connection, Listen, Wire } from "../../src/model/probe.ts";
import type { HttpTarget } from "../../src/model/target.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import type { CarrierName, WireOptions } from "../../src/wire/wire.ts";

export interface Case {
  readonly name: string;
  run(bench: Bench): Promise<void>;
}

/** What a case works with; everything that it opened is closed after it. */
export interface Bench {
  readonly origin: string;
  readonly carrier: CarrierName;
  http(target?: Partial<HttpTarget>, options?: Partial<WireOptions>): Wire;
  child(
    mode: string,
    options?: Partial<WireOptions>,
    more?: { args?: string[]; env?: Record<string, string>; cwd?: string },
  ): Wire;
  command(command: string, args?: string[], cwd?: string): Wire;
  /** One request on a wire of its own. */
  ask(
    path: string,
    sent?: Partial<HttpSent>,
    listen?: Partial<Listen>,
    options?: Partial<WireOptions>,
  ): Promise<Answer>;
}

/** A compiled binary has no files beside it, and is told where the child is. */
const CHILD = process.env["CONTRACT_CHILD"] ?? fileURLToPath(new URL("./child.mjs", import.meta.url));
const runtime = nodeRuntime();

/** Long enough to be never reached by a sound case on a busy machine. */
export const LONG_MS = 20_000;

export const never: Listen = { enough: () => false, timeoutMs: LONG_MS };
export const until = (enough: Listen["enough"]): Listen => ({ enough, timeoutMs: LONG_MS });

export function post(url: string, more: Partial<HttpSent> = {}): HttpSent {
  return {
    kind: "http",
    method: "POST",
    url,
    headers: [
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
    ],
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    ids: [1],
    ...more,
  };
}

export function request(id: number | string, params: object = {}): StdioSent {
  return { kind: "stdio", writes: [`${JSON.stringify({ jsonrpc: "2.0", id, method: "x", params })}\n`], ids: [id] };
}

/** Enough when the response to this id has come. */
export function answerTo(id: number | string): Listen {
  return until((frame) => frame.kind === "line" && frame.text.includes(`"id":${JSON.stringify(id)},"result"`));
}

export async function withBench(
  origin: string,
  carrier: CarrierName,
  run: (bench: Bench) => Promise<void>,
): Promise<void> {
  const wires: Wire[] = [];
  const keep = (wire: Wire) => {
    wires.push(wire);
    return wire;
  };
  const now = () => runtime.now();
  const bench: Bench = {
    origin,
    carrier,
    http: (target, options) =>
      keep(runtime.wire({ kind: "http", url: origin, headers: [], ...target }, { now, carrier, ...options })),
    child: (mode, options, more = {}) =>
      keep(
        runtime.wire(
          {
            kind: "stdio",
            command: "node",
            args: [CHILD, mode, ...(more.args ?? [])],
            env: more.env ?? {},
            ...(more.cwd === undefined ? {} : { cwd: more.cwd }),
          },
          { now, ...options },
        ),
      ),
    command: (command, args = [], cwd) =>
      keep(runtime.wire({ kind: "stdio", command, args, env: {}, ...(cwd === undefined ? {} : { cwd }) }, { now })),
    ask: (path, sent, listen, options) =>
      bench
        .http({}, options)
        .open()
        .send(post(origin + path, sent), { ...never, ...listen }),
  };
  try {
    await run(bench);
  } finally {
    await Promise.all(wires.map((wire) => wire.close()));
  }
}

export function kinds(answer: Answer): readonly string[] {
  return answer.frames.map((frame) => frame.kind);
}

/** The frames without their times, which are checked here to be in order and inside the exchange. */
export function timeless(answer: Answer): readonly object[] {
  let last = answer.at;
  return answer.frames.map((frame) => {
    const { at, ...rest } = frame;
    assert.ok(at >= last && at <= answer.at + answer.ms + 1, `a frame at ${at} in an exchange at ${answer.at}`);
    last = at;
    return rest;
  });
}

export function bodyOf(answer: Answer): string {
  const frame = answer.frames.find((one) => one.kind === "body");
  assert.ok(frame !== undefined, `no body, but ${JSON.stringify(answer.ending)}`);
  return frame.text;
}

export function statusOf(answer: Answer): number {
  const [head] = answer.frames;
  assert.ok(head?.kind === "head", `no head, but ${JSON.stringify(answer.ending)}`);
  return head.status;
}

export function lineTexts(frames: readonly Frame[]): readonly string[] {
  return frames.flatMap((frame) => (frame.kind === "line" ? [frame.text] : []));
}

/** Parameters of the notification with which a child says that it is ready. */
export async function ready(connection: Connection): Promise<Record<string, unknown>> {
  const heard = await connection.send(
    { kind: "stdio", writes: [], ids: [] },
    until((frame) => frame.kind === "line" && frame.text.includes("notifications/ready")),
  );
  assert.equal(heard.ending.kind, "enough", JSON.stringify(heard.ending));
  return JSON.parse(lineTexts(heard.frames).at(-1) ?? "{}").params ?? {};
}

/** Whether a process still runs. One that ended and that nobody has waited for yet is gone. */
export function isAlive(pid: unknown): boolean {
  try {
    process.kill(Number(pid), 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${String(pid)}/stat`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
}

/** Waits for what must come true; what never does is a failure of the case. */
export async function comesTrue(what: string, test: () => boolean | Promise<boolean>): Promise<void> {
  const end = runtime.now() + LONG_MS;
  while (!(await test())) {
    if (runtime.now() > end) assert.fail(`it never came true that ${what}`);
    await runtime.sleep(10);
  }
}
