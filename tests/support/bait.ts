import type { Local } from "../../src/model/probe.ts";
import { nodeBait } from "../../src/runtime/bait.ts";

/** What listens "on this machine" for tools in memory: they run in our own process and may not wait for a socket. */
const listening = new Map<number, string>();
let lastPort = 40_000;

/** Real files, and listeners that only the tools of vulnerable.ts can reach. */
export function memoryBait(): Local & { close(): Promise<void> } {
  const files = nodeBait();
  return {
    ...files,
    async listen(text) {
      lastPort += 1;
      listening.set(lastPort, text);
      return lastPort;
    },
  };
}

/** What a fetch of this address brings, every spelling of 127.0.0.1 understood as a URL library does. */
export function fetchFromBait(address: string): string | undefined {
  const url = new URL(address);
  const loopback = url.hostname === "127.0.0.1" || url.hostname === "[::ffff:7f00:1]";
  return loopback ? listening.get(Number(url.port)) : undefined;
}
