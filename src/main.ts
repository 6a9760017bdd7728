import { readFile, stat, writeFile } from "node:fs/promises";
import { runCli } from "./cli/cli.ts";
import type { Suite } from "./cli/suite-port.ts";
import type { Out, World } from "./cli/world.ts";

function out(stream: NodeJS.WriteStream): Out {
  return {
    write: (text) => void stream.write(text),
    isTTY: stream.isTTY === true,
    columns: stream.columns,
  };
}

const world: World = {
  args: process.argv.slice(2),
  env: process.env,
  windows: process.platform === "win32",
  stdout: out(process.stdout),
  stderr: out(process.stderr),
  async readText(path) {
    try {
      return await readFile(path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  },
  async isFile(path) {
    return (await stat(path).catch(() => undefined))?.isFile() === true;
  },
  writeText: (path, text) => writeFile(path, text),
  onInterrupt(handler) {
    const int = () => handler("SIGINT");
    const term = () => handler("SIGTERM");
    process.on("SIGINT", int).on("SIGTERM", term);
    return () => void process.off("SIGINT", int).off("SIGTERM", term);
  },
  exitNow: (code) => process.exit(code),
};

const engine = "./suite.ts";
process.exitCode = await runCli(world, async () => (await import(engine)) as Suite);
