/**
 * Runs at most `limit` tasks at a time. Of those that wait, the one with the highest urgency goes next, then the one
 * that asked first.
 */
export function createLimiter(limit: number): <T>(task: () => Promise<T>, urgency?: number) => Promise<T> {
  let running = 0;
  const waiting: { readonly urgency: number; readonly go: () => void }[] = [];

  function enqueue(urgency: number, go: () => void): void {
    const behind = waiting.findIndex((one) => one.urgency < urgency);
    waiting.splice(behind < 0 ? waiting.length : behind, 0, { urgency, go });
  }

  return async (task, urgency = 0) => {
    if (running >= limit) await new Promise<void>((resolve) => enqueue(urgency, resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The place goes to the next in line without becoming free in between.
      if (next === undefined) running -= 1;
      else next.go();
    }
  };
}
