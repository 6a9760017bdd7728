import { once } from "node:events";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Header, Target } from "../../src/model/target.ts";
import { spawnChild } from "../../src/runtime/spawn.ts";

/** A server that stands ready. Over stdio the suite starts it by itself. */
export interface Served {
  readonly target: Target;
  /** The process that listens; undefined on stdio. */
  readonly pid: number | undefined;
  /** Ends the process that was started, all that it started, and its folder. */
  stop(): Promise<void>;
}

/** How a server is started. `{port}` and `{folder}` in words and values are filled in: a free port, a new folder. */
export interface Start {
  readonly transport: "http" | "stdio";
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Path of the endpoint; /mcp by default. */
  readonly path?: string;
  /** Headers that the user gives. */
  readonly headers?: readonly Header[];
  /** Files to put into the folder before. */
  readonly files?: Readonly<Record<string, string>>;
}

const START_MS = 15_000;
const STOP_MS = 2000;
const LOOK_AGAIN_MS = 10;

/** Starts a server with the Node that runs us. Rejects with what it wrote when it does not come up. */
export async function startReal(start: Start): Promise<Served> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "real-")));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const port = await freePort();
  const fill = (word: string): string => word.replaceAll("{port}", String(port)).replaceAll("{folder}", folder);
  for (const [name, text] of Object.entries(start.files ?? {})) await writeFile(join(folder, name), text);
  const args = start.args.map(fill);
  // NODE_OPTIONS of a test runner is not for the servers; nothing colours what they write.
  const env = Object.fromEntries(
    Object.entries({ PORT: "{port}", NODE_OPTIONS: "", NO_COLOR: "1", ...start.env }).map(([key, value]) => [
      key,
      fill(value),
    ]),
  );
  if (start.transport === "stdio") {
    return { target: { kind: "stdio", command: process.execPath, args, env }, pid: undefined, stop: removeFolder };
  }
  const child = spawnChild(process.execPath, args, { env });
  let output = "";
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.on("data", (bytes: Buffer) => {
      output = (output + bytes.toString("utf8")).slice(-4000);
    });
  }
  let exited = false;
  const exit = once(child.process, "exit").then(() => {
    exited = true;
  });
  const stop = async (): Promise<void> => {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (!child.signal(signal)) break;
      await until(() => exited && !child.signal(0), STOP_MS);
    }
    await exit;
    child.release();
    await removeFolder();
  };
  const up = await until(async () => exited || (await listens(port)), START_MS);
  if (exited || !up) {
    await stop();
    throw new Error(`node ${args.join(" ")} ${up ? "exited" : "does not listen"}: ${output}`);
  }
  const url = `http://127.0.0.1:${port}${start.path ?? "/mcp"}`;
  return { target: { kind: "http", url, headers: start.headers ?? [] }, pid: child.process.pid, stop };
}

async function until(holds: () => boolean | Promise<boolean>, longestMs: number): Promise<boolean> {
  const end = performance.now() + longestMs;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return true;
}

/** A port that nobody had a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
}
