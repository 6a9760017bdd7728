import type { ChildProcess } from "node:child_process";

/** A child with pipes on stdin, stdout and stderr, in a process group of its own where the system has such. */
export interface Spawned {
  readonly process: ChildProcess;
  /**
   * Sends a signal to the whole group; 0 only asks. False when nobody is left in it. Never throws. On Windows both
   * signals end the process tree at once.
   */
  signal(signal: "SIGTERM" | "SIGKILL" | 0): boolean;
  /** Says that the group is gone, or given up: nothing is done about it at the end of our own process any more. */
  release(): void;
}

/** Starts a child. `env` is added to our own. A command that cannot be started shows as the process's `error` event. */
export type Spawn = (
  command: string,
  args: readonly string[],
  options: { readonly env: Readonly<Record<string, string>>; readonly cwd?: string },
) => Spawned;
