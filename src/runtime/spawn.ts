import process from "node:process";
import { x } from "tinyexec";
import type { Spawn } from "../wire/spawned.ts";
import { keepGroup, signalGroup } from "./groups.ts";

/**
 * Starts a child through tinyexec, which finds `.cmd` shims on Windows and quotes for them. The child leads a process
 * group of its own, so that all that it starts can be ended with it, and so that Ctrl+C reaches it through us only.
 */
export const spawnChild: Spawn = (command, args, { env, cwd }) => {
  const started = x(command, [...args], {
    // The child's PATH is the user's: we add no folders of our own.
    nodePath: false,
    nodeOptions: {
      env,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      detached: process.platform !== "win32",
      ...(cwd === undefined ? {} : { cwd }),
    },
  });
  const child = started.process;
  if (child === undefined) throw new Error(`${command} was not started`);
  const { pid } = child;
  const release = pid === undefined ? () => {} : keepGroup(pid);
  return {
    process: child,
    signal: (signal) => pid !== undefined && signalGroup(pid, signal),
    release,
  };
};
