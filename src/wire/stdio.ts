import { setImmediate } from "node:timers";
import type { Ending, Frame, StdioSent } from "../model/exchange.ts";
import type { Connection, Listen } from "../model/probe.ts";
import type { StdioTarget } from "../model/target.ts";
import { closeChild } from "./close-child.ts";
import { type Hearing, startHearing } from "./collect.ts";
import { lineSplitter } from "./lines.ts";
import { type Budgets, LEAST, type Purse, weigh } from "./purse.ts";
import { type Keys, keysOfSent, routeOf } from "./route.ts";
import type { Spawn, Spawned } from "./spawned.ts";
import { stdinWriter } from "./stdin.ts";
import { within } from "./within.ts";

/** Bytes of stderr that are kept: its end. */
const STDERR_TAIL = 8 * 1024;
/** After the exit output may still be in the pipes, and a grandchild may hold them open: quiet for so long is the end. */
const QUIET_MS = 250;
const LONGEST_DRAIN_MS = 2000;
/** A child whose stdin or stdout broke commonly exits next: wait so long for that before the break itself is told. */
const EXIT_FOLLOWS_MS = 500;

export interface ChildOptions {
  readonly now: () => number;
  readonly budgets: Budgets;
  readonly purse: Purse;
  readonly spawn?: Spawn | undefined;
  readonly onStderr?: ((text: string) => void) | undefined;
  readonly onStray?: ((frame: Frame) => void) | undefined;
  readonly hurry?: AbortSignal | undefined;
}

interface Open {
  readonly keys: Keys;
  readonly hearing: Hearing;
}

type Gone = NonNullable<ReturnType<Connection["gone"]>>;

/** Starts a child and speaks with it over its pipes. */
export function openChild(target: StdioTarget, options: ChildOptions): Connection {
  const { now, budgets, purse } = options;
  if (options.spawn === undefined) throw new TypeError("a stdio target needs `spawn`: take it from the runtime");
  const open = new Set<Open>();
  /** Everything ever sent here: a late answer to it belongs to no exchange that is open now. */
  const sentKeys = new Set<string>();
  let strays: Frame[] = [];
  /** All that came without belonging to an exchange, kept or not. */
  let strayFrames = 0;
  let strayBytes = 0;
  /** Bytes of stdout and stderr. */
  let received = 0;
  let stderr = "";
  let gone: Gone | undefined;
  /** Set when the child cannot be spoken with though no exit is known: it was never started, or closed its stdout. */
  let dead: Ending | undefined;
  let exit: { readonly code: number | null; readonly signal: string | null } | undefined;

  let spawned: Spawned;
  try {
    spawned = options.spawn(target.command, target.args, {
      env: target.env,
      ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
    });
  } catch (error) {
    return neverStarted(options, error);
  }
  const child = spawned.process;
  const stdin = stdinWriter(child.stdin, now);

  function endAll(ending: Ending): void {
    for (const one of [...open]) one.hearing.end(ending);
  }

  function onFrame(frame: Extract<Frame, { kind: "line" }>): void {
    const one = routeOf(frame.text, [...open], sentKeys);
    if (one !== undefined) {
      if (one.hearing.spend(frame.text.length)) one.hearing.hear(frame);
      return;
    }
    // What nobody asked for has no end of its own: there is an end to how much of it is heard.
    const weighed = weigh(frame);
    strayFrames += 1;
    strayBytes += frame.text.length;
    const used = purse.bytes < 0 || purse.frames < 0;
    if (weighed.beyond !== undefined || (used && (strayFrames > LEAST.frames || strayBytes > LEAST.bytes))) return;
    if (strayFrames > budgets.frames || strayBytes > budgets.bytes) return;
    purse.spend(frame.text.length + weighed.bytes, 1);
    strays.push(frame);
    options.onStray?.(frame);
  }

  const lines = lineSplitter(
    budgets.bytes,
    (line) => onFrame({ kind: "line", at: now(), ...line }),
    () => endAll({ kind: "over-budget", budget: "bytes", limit: budgets.bytes }),
  );

  const stdoutOver = new Promise<void>((resolve) => child.stdout?.once("close", resolve).once("end", resolve));
  const stderrOver = new Promise<void>((resolve) => child.stderr?.once("close", resolve).once("end", resolve));
  const exited = new Promise<void>((resolve) => {
    child.once("exit", (code, signal) => {
      exit = { code, signal };
      resolve();
    });
    // Some failures to start show only here.
    child.once("error", (error) => {
      if (exit === undefined && child.pid === undefined) {
        dead = { kind: "refused", detail: startFailure(error, target) };
        spawned.release();
        endAll(dead);
      }
      if (child.pid === undefined) resolve();
    });
  });
  async function drained(): Promise<void> {
    const pipes = Promise.all([stdoutOver, stderrOver]);
    for (let waited = 0; waited < LONGEST_DRAIN_MS; waited += QUIET_MS) {
      const before = received;
      if (await within(pipes, QUIET_MS)) return;
      // What had arrived while we were busy is read before we call it quiet.
      await new Promise((resolve) => setImmediate(resolve));
      if (received === before) return;
    }
  }

  /** Resolves when the child is gone and all that it wrote was read. */
  const over = exited.then(async () => {
    await drained();
    lines.end();
    if (exit === undefined) return;
    gone = { ...exit, stderr };
    endAll({ kind: "exited", ...gone });
  });
  void stdoutOver.then(async () => {
    await within(over, EXIT_FOLLOWS_MS);
    lines.end();
    if (gone !== undefined || dead !== undefined) return;
    dead = { kind: "complete" };
    endAll(dead);
  });

  child.stdout?.on("data", (bytes: Uint8Array) => {
    received += bytes.length;
    lines.push(bytes);
  });
  child.stdout?.on("error", () => {});
  const errors = new TextDecoder();
  child.stderr?.on("data", (bytes: Uint8Array) => {
    received += bytes.length;
    const text = errors.decode(bytes, { stream: true });
    stderr = (stderr + text).slice(-STDERR_TAIL);
    options.onStderr?.(text);
  });
  child.stderr?.on("error", () => {});

  function send(sent: StdioSent, listen: Listen): ReturnType<Connection["send"]> {
    let entry: Open | undefined;
    const hearing = startHearing({
      now,
      budgets,
      purse,
      listen,
      onEnd() {
        if (entry !== undefined) open.delete(entry);
      },
    });
    if (hearing.ended) return hearing.answer;
    const ended: Ending | undefined = gone === undefined ? dead : { kind: "exited", ...gone };
    if (ended !== undefined) {
      hearing.end(ended);
      return hearing.answer;
    }
    const keys = keysOfSent(sent);
    for (const key of keys.ids) sentKeys.add(key);
    for (const key of keys.tokens) sentKeys.add(key);
    entry = { keys, hearing };
    // Who only writes takes no lines away from the others.
    const onlyWrites = listen.timeoutMs <= 0;
    if (!onlyWrites) open.add(entry);
    void stdin.write(sent.writes).then(async (broken) => {
      if (broken === undefined) {
        if (onlyWrites) hearing.end({ kind: "enough" });
        return;
      }
      await within(over, EXIT_FOLLOWS_MS);
      if (gone !== undefined) hearing.end({ kind: "exited", ...gone });
      else hearing.end(dead ?? { kind: "reset", phase: "head", detail: `stdin: ${broken}` });
    });
    return hearing.answer;
  }

  let closing: Promise<void> | undefined;
  return {
    send(sent, listen) {
      if (sent.kind !== "stdio") throw new TypeError("a message for HTTP was given to a stdio connection");
      return send(sent, listen);
    },
    strays() {
      const taken = strays;
      strays = [];
      return taken;
    },
    gone: () => gone,
    close() {
      closing ??= closeChild(spawned, { stdin, now, exited, over, hurry: options.hurry }).then(() =>
        endAll({ kind: "enough" }),
      );
      return closing;
    },
  };
}

function startFailure(error: unknown, target: StdioTarget): string {
  const text = error instanceof Error ? error.message : String(error);
  const where = target.cwd === undefined ? "" : `, or the working directory ${target.cwd} does not exist`;
  if (text.includes("EACCES")) {
    const shut = target.cwd === undefined ? "" : `, or the working directory ${target.cwd} may not be entered`;
    return `${text}: the command is a folder, or a file that may not be run (chmod +x)${shut}`;
  }
  return text.includes("ENOENT") ? `${text}: the command was not found${where}` : text;
}

/** A connection to a child that could not even be asked for (a NUL in an argument, too long a command line). */
function neverStarted({ now, budgets, purse }: ChildOptions, error: unknown): Connection {
  const detail = error instanceof Error ? error.message : String(error);
  return {
    send(_sent, listen) {
      const hearing = startHearing({ now, budgets, purse, listen, onEnd() {} });
      hearing.end({ kind: "refused", detail });
      return hearing.answer;
    },
    strays: () => [],
    gone: () => undefined,
    close: async () => {},
  };
}
