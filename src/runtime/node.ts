import process from "node:process";
import { onAbort } from "../wire/abort.ts";
import { createWire } from "../wire/wire.ts";
import { nodeBait } from "./bait.ts";
import type { Interrupt, Out, Runtime } from "./runtime.ts";
import { spawnChild } from "./spawn.ts";

const INTERRUPTS: readonly Interrupt[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** The runtime on `node:` modules, which Bun and Deno have too. Modules that cost are loaded when they are needed. */
export function nodeRuntime(): Runtime {
  const { bun, deno } = process.versions as { readonly bun?: string; readonly deno?: string };
  return {
    name: deno !== undefined ? "deno" : bun !== undefined ? "bun" : "node",
    version: deno ?? bun ?? process.versions.node,
    windows: process.platform === "win32",
    args: process.argv.slice(2),
    env: process.env,
    cwd: () => process.cwd(),
    stdout: outOf(() => process.stdout),
    stderr: outOf(() => process.stderr),
    stdin: {
      get isTTY() {
        return process.stdin.isTTY === true;
      },
      async *[Symbol.asyncIterator]() {
        const decoder = new TextDecoder();
        for await (const bytes of process.stdin) yield decoder.decode(bytes as Uint8Array, { stream: true });
      },
    },
    async readText(path) {
      const { readFile } = await import("node:fs/promises");
      try {
        return await readFile(path, "utf8");
      } catch (error) {
        if ((error as { readonly code?: unknown }).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async isFile(path) {
      const { stat } = await import("node:fs/promises");
      return (await stat(path).catch(() => undefined))?.isFile() === true;
    },
    async writeText(path, text) {
      const { writeFile } = await import("node:fs/promises");
      await writeFile(path, text);
    },
    now: () => performance.now(),
    date: () => new Date().toISOString(),
    seed: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    sleep,
    onInterrupt(handler) {
      const listeners = INTERRUPTS.map((signal) => [signal, () => handler(signal)] as const);
      for (const [signal, listener] of listeners) process.on(signal, listener);
      return () => {
        for (const [signal, listener] of listeners) process.off(signal, listener);
      };
    },
    setExitCode(code) {
      process.exitCode = code;
    },
    exitNow(code) {
      process.exit(code);
    },
    bait: nodeBait,
    spawn: spawnChild,
    wire: (target, options) => createWire(target, { ...options, spawn: spawnChild }),
  };
}

/** The stream itself is made by Node when it is first touched, which costs; so do we. */
function outOf(stream: () => NodeJS.WriteStream): Out {
  let gone = false;
  let listening = false;
  return {
    write(text) {
      if (gone || text === "") return Promise.resolve();
      const out = stream();
      if (!listening) {
        listening = true;
        // EPIPE: whoever read our output has gone.
        out.on("error", () => {
          gone = true;
        });
      }
      return new Promise((resolve) => {
        out.write(text, () => resolve());
      });
    },
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().isTTY === true ? stream().columns : undefined;
    },
  };
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(done, ms);
    const forget = onAbort(signal, done);
  });
}
