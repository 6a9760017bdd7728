import type { Spawn } from "../wire/spawned.ts";
import type { SelfCommand } from "./self.ts";

/** The word by which this program is told to be the trivial server. */
export const TRIVIAL_COMMAND = "calibration-server";

const START_MS = 30_000;

export interface Trivial {
  readonly port: number;
  close(): void;
}

/** Starts the trivial server in a process of its own. Undefined where that cannot be done. */
export async function startTrivial(spawn: Spawn, self: SelfCommand, answerBytes: number): Promise<Trivial | undefined> {
  try {
    const spawned = spawn(self.command, [...self.args, TRIVIAL_COMMAND, String(answerBytes)], { env: {} });
    const { process: child } = spawned;
    child.stderr?.resume();
    child.stdin?.on("error", () => {});
    const close = (): void => {
      child.stdin?.end();
      spawned.signal("SIGTERM");
      spawned.release();
    };
    const port = await new Promise<number | undefined>((resolve) => {
      let said = "";
      const timer = setTimeout(() => resolve(undefined), START_MS);
      const settle = (value: number | undefined): void => {
        clearTimeout(timer);
        resolve(value);
      };
      child.stdout?.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        const line = /^(\d+)\n/.exec(said);
        if (line !== null) settle(Number(line[1]));
      });
      child.on("error", () => settle(undefined));
      child.on("exit", () => settle(undefined));
    });
    if (port !== undefined) return { port, close };
    close();
    return undefined;
  } catch {
    return undefined;
  }
}
