import { spawn, spawnSync } from "node:child_process";
import process from "node:process";

/** Leaders of the process groups that we started and that have not ended, as far as we know. */
const live = new Set<number>();

/** Signals whose default is to end us without the `exit` event. */
const DEADLY = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Sends a signal to a whole group; 0 only asks. False: nobody is left in it. */
export function signalGroup(leader: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  if (process.platform === "win32") return signalTree(leader, signal);
  try {
    process.kill(-leader, signal);
    return true;
  } catch (error) {
    // EPERM: somebody is left, who changed his user.
    return (error as { readonly code?: unknown }).code === "EPERM";
  }
}

/** Windows has no groups: taskkill ends a process with all that descend from it, as long as it lives itself. */
function signalTree(leader: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  try {
    process.kill(leader, 0);
  } catch {
    return false;
  }
  if (signal !== 0) spawn("taskkill", TASKKILL(leader), { stdio: "ignore", windowsHide: true }).on("error", () => {});
  return true;
}

const TASKKILL = (leader: number) => ["/pid", String(leader), "/T", "/F"];

/** Sees to it that the group does not outlive us, however we end (but for SIGKILL). Call the result when it is gone. */
export function keepGroup(leader: number): () => void {
  if (live.size === 0) watch();
  live.add(leader);
  return () => {
    if (live.delete(leader) && live.size === 0) unwatch();
  };
}

/** Deno ends on an error that nobody caught without an `exit` event. */
const UNCAUGHT = "Deno" in globalThis ? (["error", "unhandledrejection"] as const) : [];

function watch(): void {
  process.on("exit", killAll);
  for (const event of UNCAUGHT) globalThis.addEventListener(event, killAll);
  for (const signal of DEADLY) attempt(() => process.on(signal, onDeadly));
}

function unwatch(): void {
  process.off("exit", killAll);
  for (const event of UNCAUGHT) globalThis.removeEventListener(event, killAll);
  for (const signal of DEADLY) attempt(() => process.off(signal, onDeadly));
}

/** Runs in the `exit` event: nothing that waits. */
function killAll(): void {
  for (const leader of live) {
    if (process.platform === "win32") attempt(() => spawnSync("taskkill", TASKKILL(leader), { stdio: "ignore" }));
    else signalGroup(leader, "SIGKILL");
  }
  live.clear();
}

function onDeadly(signal: (typeof DEADLY)[number]): void {
  // Somebody else listens and will end the run in good order.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  unwatch();
  process.kill(process.pid, signal);
}

/** Not every runtime on every system knows every signal. */
function attempt(action: () => unknown): void {
  try {
    action();
  } catch {
    // Nothing to do about it.
  }
}
