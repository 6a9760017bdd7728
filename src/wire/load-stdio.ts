import { isObject, type JsonObject } from "../model/json.ts";
import type { LoadFault } from "../model/load.ts";
import type { StdioTarget } from "../model/target.ts";
import { readText } from "../protocol/jsonrpc.ts";
import { closeChild } from "./close-child.ts";
import type { Done, Lane, Lanes, LanesOptions } from "./load-http.ts";
import { FIRST_ID, ID_DIGITS, judgeMessage, type Sent } from "./load-judge.ts";
import type { Spawn } from "./spawned.ts";
import { stdinWriter } from "./stdin.ts";

/** Characters of one line of the child. */
const LONGEST_LINE = 16 * 1024 * 1024;
const STDERR_TAIL = 2000;
const SWEEP_MS = 25;
const OPENING_ID = 1;
const MOST_GIVEN_UP = 100_000;

interface Waiting {
  readonly id: number;
  readonly began: number;
  readonly tell: (fault: LoadFault | undefined) => void;
}

/** One child that every user writes to, as many clients of one server would: answers find their request by its id. */
export interface ChildLanes extends Lanes {
  /** A request before the load begins; its response, or undefined when none came in time. */
  ask(message: JsonObject, timeoutMs: number): Promise<JsonObject | undefined>;
  tell(message: JsonObject): void;
  /** Ends the child. */
  ended(): Promise<void>;
}

export function childLanes(target: StdioTarget, spawn: Spawn, options: LanesOptions): ChildLanes {
  const { now, timeoutMs } = options;
  const spawned = spawn(target.command, target.args, {
    env: target.env,
    ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
  });
  const { process: child } = spawned;
  const stdin = stdinWriter(child.stdin, now);
  const waiting = new Map<number, Waiting>();
  const asked = new Map<string, (message: JsonObject | undefined) => void>();
  const sent: Sent = { last: FIRST_ID, typed: options.typed ?? false };
  const givenUp = new Set<number>();
  /** A good answer as it came last. */
  let good: string | undefined;
  let rest = "";
  let stderr = "";
  let gone: LoadFault | undefined;

  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    const text = rest + chunk;
    let from = 0;
    for (let end = text.indexOf("\n", from); end >= 0; end = text.indexOf("\n", from)) {
      line(text.slice(from, end));
      from = end + 1;
    }
    rest = text.slice(from);
    if (rest.length > LONGEST_LINE) over({ kind: "too_large", example: `a line above ${LONGEST_LINE} characters` });
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = tailOf(stderr + text);
  });
  const exited = new Promise<void>((resolve) => {
    child.on("error", (error) => {
      over({ kind: "exited", example: error.message });
      resolve();
    });
    child.on("exit", (code, signal) => {
      const said = stderr.trim() === "" ? "" : `: ${stderr.trim()}`;
      over({ kind: "exited", example: `the server process ended (${signal ?? `exit code ${code}`})${said}` });
      resolve();
    });
  });
  const allOver = new Promise<void>((resolve) => child.on("close", () => resolve()).on("error", () => resolve()));
  const sweep = setInterval(() => {
    const at = now();
    for (const one of waiting.values()) {
      if (at - one.began < timeoutMs) continue;
      // Its answer may still come, and is then nobody else's.
      if (givenUp.size < MOST_GIVEN_UP) givenUp.add(one.id);
      answer(one, { kind: "timeout", example: `no answer within ${timeoutMs} ms` });
    }
  }, SWEEP_MS);

  function over(fault: LoadFault): void {
    if (gone !== undefined) return;
    gone = fault;
    for (const tell of asked.values()) tell(undefined);
    asked.clear();
    for (const one of [...waiting.values()]) answer(one, fault);
  }

  function answer(one: Waiting, fault: LoadFault | undefined): void {
    waiting.delete(one.id);
    one.tell(fault);
  }

  function line(text: string): void {
    const reading = readText(text);
    // What is no JSON belongs to no request: the one that it should have answered runs into its time.
    if (reading.state !== "json" || !isObject(reading.json)) return;
    const message = reading.json;
    const { id } = message;
    if ("method" in message) {
      if (typeof id === "number" || typeof id === "string") write(replyTo(message));
      return;
    }
    if (typeof id === "number" || typeof id === "string") {
      const tell = asked.get(String(id));
      if (tell !== undefined) {
        asked.delete(String(id));
        tell(message);
        return;
      }
    }
    const one = typeof id === "number" ? waiting.get(id) : undefined;
    if (one !== undefined) {
      const fault = judgeMessage(message, one.id, sent);
      if (fault === undefined) good = text;
      if (fault !== "later") answer(one, fault);
      return;
    }
    if (typeof id === "number" && givenUp.delete(id)) return;
    // A line of a log may be JSON too.
    if (!("result" in message) && !("error" in message)) return;
    // An answer to nothing that is open: with one request under way it can only have been meant for that one.
    const [only, second] = waiting.values();
    if (only === undefined || second !== undefined) return;
    const fault = judgeMessage(message, only.id, sent);
    if (fault !== "later") answer(only, fault);
  }

  function write(message: JsonObject): void {
    put(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** A child that went away shows as its exit; a full pipe is the backlog that is to be measured. */
  function put(text: string): void {
    const { stdin: pipe } = child;
    if (gone === undefined && pipe !== null && !pipe.destroyed && !pipe.writableEnded) pipe.write(text);
  }

  return {
    ask(message, within) {
      if (gone !== undefined) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          asked.delete(String(OPENING_ID));
          resolve(undefined);
        }, within);
        asked.set(String(OPENING_ID), (response) => {
          clearTimeout(timer);
          resolve(response);
        });
        write({ id: OPENING_ID, ...message });
      });
    },
    tell: write,
    open(prepared, done) {
      const mark = `"id":${FIRST_ID}`;
      const at = prepared.body.indexOf(mark);
      if (at < 0) throw new TypeError("the prepared body has no id to replace");
      const digits = at + mark.length - ID_DIGITS;
      return childLane({
        head: prepared.body.slice(0, digits),
        tail: `${prepared.body.slice(digits + ID_DIGITS)}\n`,
        done,
        begin(one, text) {
          if (one.id > sent.last) sent.last = one.id;
          if (gone === undefined) {
            waiting.set(one.id, one);
            put(text);
            return;
          }
          const fault = gone;
          setTimeout(() => one.tell(fault), SWEEP_MS);
        },
        forget: (id) => waiting.delete(id),
        now,
      });
    },
    answerBytes: () => (good === undefined ? undefined : Buffer.byteLength(good) + 1),
    close() {
      clearInterval(sweep);
      waiting.clear();
    },
    ended: () => closeChild(spawned, { stdin, now, exited, over: allOver }),
  };
}

/** The last words, in whole lines where they are cut: half a secret would not be found. */
function tailOf(text: string): string {
  if (text.length <= STDERR_TAIL) return text;
  const tail = text.slice(-STDERR_TAIL);
  const line = tail.indexOf("\n");
  return line < 0 ? tail : tail.slice(line + 1);
}

function childLane(about: {
  readonly head: string;
  readonly tail: string;
  readonly done: Done;
  readonly begin: (one: Waiting, text: string) => void;
  readonly forget: (id: number) => void;
  readonly now: () => number;
}): Lane {
  let current = 0;
  return {
    send(id) {
      current = id;
      const tell = (fault: LoadFault | undefined) => {
        if (current === id) about.done(fault);
      };
      about.begin({ id, began: about.now(), tell }, about.head + id + about.tail);
    },
    close() {
      about.forget(current);
      current = 0;
    },
  };
}

/** Servers of 2025-11-25 may ask: whether we live, and things that we declared not to have. */
function replyTo(message: JsonObject): JsonObject {
  const id = message["id"] ?? null;
  return message["method"] === "ping"
    ? { id, result: {} }
    : { id, error: { code: -32601, message: "Method not found" } };
}
