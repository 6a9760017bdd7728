/** Runs at most `limit` tasks at a time, in the order in which they ask. */
export function createLimiter(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The place goes to the next in line without becoming free in between.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
