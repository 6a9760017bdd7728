import type { World } from "../../src/engine/world.ts";
import type { Answer, Ending, Frame, Sent } from "../../src/model/exchange.ts";
import type { Connection, Listen, Wire } from "../../src/model/probe.ts";
import type { Target } from "../../src/model/target.ts";

/** What a scripted server does with one message: frames, how it ends, and whether the child dies of it. */
export interface Play {
  readonly frames?: readonly Omit<Frame, "at">[];
  readonly ending?: Ending;
  /** The child is gone after the answer. */
  readonly dies?: boolean;
  /** Milliseconds before the answer. */
  readonly afterMs?: number;
}

export interface Scripted {
  readonly wire: Wire;
  /** Everything that was sent, in order, with the number of the connection. */
  readonly heard: { readonly connection: number; readonly sent: Sent }[];
  /** How many connections (children) were opened. */
  opened(): number;
}

/** A wire whose other end is a function of the message and the connection's number (from 1). */
export function scripted(
  play: (sent: Sent, connection: number) => Play | undefined,
  now: () => number = () => 0,
): Scripted {
  const heard: { connection: number; sent: Sent }[] = [];
  let count = 0;
  function open(): Connection {
    count += 1;
    const number = count;
    let gone: { code: number; signal: null; stderr: string } | undefined;
    return {
      async send(sent: Sent, listen: Listen): Promise<Answer> {
        heard.push({ connection: number, sent });
        const at = now();
        if (gone !== undefined) {
          return { at, ms: 0, frames: [], ending: { kind: "exited", code: 1, signal: null, stderr: "" } };
        }
        const made = play(sent, number);
        if (made?.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, made.afterMs));
        else await Promise.resolve();
        if (listen.signal?.aborted === true) return { at, ms: 0, frames: [], ending: { kind: "cancelled" } };
        if (made === undefined)
          return { at, ms: listen.timeoutMs, frames: [], ending: { kind: "timeout", phase: "head" } };
        const frames: Frame[] = [];
        let enough = false;
        for (const one of made.frames ?? []) {
          const frame = { ...one, at } as Frame;
          enough = listen.enough(frame, frames) || enough;
          frames.push(frame);
        }
        if (made.dies === true) gone = { code: 1, signal: null, stderr: "boom" };
        return { at, ms: 1, frames, ending: made.ending ?? (enough ? { kind: "enough" } : { kind: "complete" }) };
      },
      strays: () => [],
      gone: () => gone,
      close: async () => {},
    };
  }
  return { wire: { open, close: async () => {} }, heard, opened: () => count };
}

/** A JSON body under a status. */
export function body(
  status: number,
  json: unknown,
  headers: readonly (readonly [string, string])[] = [],
): Omit<Frame, "at">[] {
  const text = typeof json === "string" ? json : JSON.stringify(json);
  const type = typeof json === "string" ? "text/html" : "application/json";
  return [
    { kind: "head", status, headers: [["Content-Type", type], ...headers] } as Omit<Frame, "at">,
    { kind: "body", text, bytes: text.length } as Omit<Frame, "at">,
  ];
}

/** One line of a child's stdout. */
export function line(json: unknown): Omit<Frame, "at"> {
  return { kind: "line", text: JSON.stringify(json), end: "\n" } as Omit<Frame, "at">;
}

/** The JSON-RPC message of what was sent, where it is one. */
export function messageIn(sent: Sent): {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
} {
  const text =
    sent.kind === "http" ? (sent.body ?? "{}") : sent.writes.filter((one) => typeof one === "string").join("");
  return JSON.parse(text);
}

/** A world around a wire, with a clock that stands and sleeps that are over at once unless asked otherwise. */
export function worldOf(wire: Wire, target: Target, changes: Partial<World> = {}): World {
  return {
    target,
    wire,
    now: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(ms, 5));
        signal?.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    random: () => 0.5,
    redact: { sent: (sent) => sent, answer: (answer) => answer },
    clientInfo: { name: "test", version: "0" },
    local: undefined,
    limits: { timeoutMs: 1000, startupTimeoutMs: 2000, preflightTimeoutMs: 500, concurrency: 1 },
    signal: new AbortController().signal,
    onStatus: () => {},
    ...changes,
  };
}

export const HTTP_TARGET: Target = { kind: "http", url: "http://127.0.0.1:1/mcp", headers: [] };
export const STDIO_TARGET: Target = { kind: "stdio", command: "server", args: [], env: {} };
