import { spawn } from "node:child_process";
import { constants } from "node:os";
import process from "node:process";
import { isatty } from "node:tty";

/** Sent to us alone by whoever wants us to end; a terminal sends SIGINT and SIGQUIT to the child by itself. */
const PASSED_ON = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR2"] as const;
const FROM_TERMINAL: readonly string[] = ["SIGINT", "SIGQUIT"];

/**
 * Runs the command in our place: it has our stdin, stdout and stderr themselves, the signals that we get, and we end as
 * it ends. Resolves with why it could not be started; else never.
 */
export function become(path: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(path, [...words], { stdio: "inherit", windowsHide: false });
    const terminal = process.platform === "win32" || [0, 1, 2].some((fd) => isatty(fd));
    const listeners = PASSED_ON.map((signal) => {
      const listener = () => void ((terminal && FROM_TERMINAL.includes(signal)) || child.kill(signal));
      return [signal, listener] as const;
    });
    for (const [signal, listener] of listeners) attempt(() => process.on(signal, listener));
    const unlisten = () => {
      for (const [signal, listener] of listeners) attempt(() => process.off(signal, listener));
    };
    // A later one is of a signal that did not arrive: the child is on its way out.
    child.once("error", (error) => {
      if (child.pid !== undefined) return;
      unlisten();
      resolve(error.message);
    });
    child.once("exit", (code, signal) => {
      unlisten();
      if (signal === null) process.exit(code ?? 1);
      // We end by the same signal; where that does not end us, with the code that shells give it.
      process.kill(process.pid, signal);
      setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100);
    });
  });
}

/** Not every system knows every signal. */
function attempt(action: () => unknown): void {
  try {
    action();
  } catch {
    // There is nothing to pass on, then.
  }
}
