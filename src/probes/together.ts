import type { Kit } from "../model/probe.ts";

/** Requests of one probe that are under way at once: more would be a burst, and draw the answers of a rate limit. */
const AT_ONCE = 8;

/**
 * Runs requests that do not depend on each other: several at once over HTTP, where each waits for the network; one after
 * the other on stdio, where nothing is won and a server that answers one line at a time is heard best. They are begun in
 * the order of the items.
 */
export async function together<T>(
  kit: Kit,
  items: readonly T[],
  run: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    // All workers draw from the one queue.
    for (const [index, item] of queue) await run(item, index);
  };
  const workers = kit.transport === "http" ? Math.min(AT_ONCE, items.length) : 1;
  await Promise.all(Array.from({ length: workers }, worker));
}
