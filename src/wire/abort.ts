/** Who waits for which signal. One listener for all of them: many on one signal look like a leak to Node, which warns. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `then` when the signal fires, once; not if it has fired before. The result takes it off again. */
export function onAbort(signal: AbortSignal | undefined, then: () => void): () => void {
  if (signal === undefined || signal.aborted) return () => {};
  let all = waiting.get(signal);
  if (all === undefined) {
    const mine = new Set<() => void>();
    all = mine;
    waiting.set(signal, mine);
    signal.addEventListener(
      "abort",
      () => {
        for (const one of [...mine]) one();
        mine.clear();
      },
      { once: true },
    );
  }
  // A callback of its own, so that who waits twice is called twice.
  const mine = () => then();
  const set = all;
  set.add(mine);
  return () => set.delete(mine);
}
