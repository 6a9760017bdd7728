/**
 * Runs at most `limit` tasks at a time. Of those that wait, the one with the highest urgency goes next, then the one
 * that asked first.
 */
export function createLimiter(limit: number): <T>(task: () => Promise<T>, urgency?: number) => Promise<T> {
  let running = 0;
  const waiting: { readonly urgency: number; readonly go: () => void }[] = [];

  let planned = false;

  function enqueue(urgency: number, go: () => void): void {
    const behind = waiting.findIndex((one) => one.urgency < urgency);
    waiting.splice(behind < 0 ? waiting.length : behind, 0, { urgency, go });
    if (planned) return;
    planned = true;
    // Whoever asks in this turn is heard before the first place is given: else the first come would be served first.
    setTimeout(() => {
      planned = false;
      serve();
    }, 0);
  }

  function serve(): void {
    while (running < limit) {
      const next = waiting.shift();
      if (next === undefined) return;
      running += 1;
      next.go();
    }
  }

  return async (task, urgency = 0) => {
    await new Promise<void>((resolve) => enqueue(urgency, resolve));
    try {
      return await task();
    } finally {
      running -= 1;
      serve();
    }
  };
}
