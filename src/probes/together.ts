import type { Kit } from "../model/probe.ts";

/**
 * Runs requests that do not depend on each other: at once over HTTP, where each waits for the network; one after the
 * other on stdio, where nothing is won and a server that answers one line at a time is heard best.
 */
export async function together<T>(
  kit: Kit,
  items: readonly T[],
  run: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  if (kit.transport === "http") await Promise.all(items.map(run));
  else for (const [index, item] of items.entries()) await run(item, index);
}
