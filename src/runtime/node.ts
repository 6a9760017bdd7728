import { isAbsolute, join, resolve as resolvePath } from "node:path";
import process from "node:process";
import { UserFault } from "../model/fault.ts";
import { onAbort } from "../wire/abort.ts";
import { createWire } from "../wire/wire.ts";
import { nodeBait } from "./bait.ts";
import type { Interrupt, Out, Runtime } from "./runtime.ts";
import { selfCommand } from "./self.ts";
import { spawnChild } from "./spawn.ts";
import { replaceFile } from "./write-file.ts";

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
    cwd: here,
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
    async kindOf(path) {
      const { stat } = await import("node:fs/promises");
      try {
        const found = await stat(path);
        return found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";
      } catch (error) {
        if ((error as { readonly code?: unknown }).code === "ENOENT") return "nothing";
        throw error;
      }
    },
    async mayMake(folder) {
      // Deno works it out from the mode alone, and is wrong of root and of groups.
      if (deno !== undefined) return true;
      const { access, constants } = await import("node:fs/promises");
      return await access(folder, constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      );
    },
    writeText: replaceFile,
    absolute: (path) => (isAbsolute(path) ? resolvePath(path) : resolvePath(here(), path)),
    async writeTemporary(name, text) {
      const [{ mkdtemp, writeFile }, { tmpdir }] = await Promise.all([import("node:fs/promises"), import("node:os")]);
      const path = join(await mkdtemp(join(tmpdir(), "mcp-compliance-")), name);
      await writeFile(path, text, { mode: 0o600 });
      return path;
    },
    async addresses(hostname) {
      const { lookup } = await import("node:dns/promises");
      const found = await lookup(hostname, { all: true }).catch(() => []);
      return found.map((one) => one.address);
    },
    show: async (path) => await (await import("./show.ts")).showFile(path),
    watch: async (folder, options) => await (await import("./watch.ts")).watchFolder(folder, options),
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
    self: selfCommand,
    wire(target, options) {
      // A child is started in our folder, unless it has its own: without one, nothing could be said of the server.
      if (target.kind === "stdio" && target.cwd === undefined) here();
      return createWire(target, { ...options, spawn: spawnChild });
    },
  };
}

/** The folder that this process works in. @throws UserFault where it is gone. */
function here(): string {
  try {
    return process.cwd();
  } catch {
    throw new UserFault("The folder that this was started in is gone. Change into one that is there, and try again.");
  }
}

/** The stream itself is made by Node when it is first touched, which costs; so do we. */
function outOf(stream: () => NodeJS.WriteStream): Out {
  let gone = false;
  let failed: string | undefined;
  let listening = false;
  const lost = (error: NodeJS.ErrnoException) => {
    gone = true;
    // Whoever read our output has gone, or the terminal has. Anything else, as a full disk, the user must hear of.
    if (/^(EPIPE|EOF|ECONNRESET)$/.test(error.code ?? "") || (error.code === "EIO" && stream().isTTY === true)) return;
    failed ??= error.message;
  };
  return {
    write(text) {
      if (gone || text === "") return Promise.resolve();
      const out = stream();
      if (!listening) {
        listening = true;
        out.on("error", lost);
      }
      return new Promise((resolve) => {
        out.write(text, (error) => {
          if (error != null) lost(error);
          resolve();
        });
      });
    },
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().isTTY === true ? stream().columns : undefined;
    },
    failed: () => failed,
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
