/**
 * Runs tasks whose sizes (1 each, if not said) add up to at most `limit` at a time. Of those that wait, the one with the
 * highest urgency goes next, then the one that asked first.
 */
export function createLimiter(
  limit: number,
): <T>(task: () => Promise<T>, urgency?: number, size?: number) => Promise<T> {
  let running = 0;
  const waiting: { readonly urgency: number; readonly size: number; readonly go: () => void }[] = [];

  let planned = false;

  function enqueue(urgency: number, size: number, go: () => void): void {
    const behind = waiting.findIndex((one) => one.urgency < urgency);
    waiting.splice(behind < 0 ? waiting.length : behind, 0, { urgency, size, go });
    if (planned) return;
    planned = true;
    // Whoever asks in this turn is heard before the first place is given: else the first come would be served first.
    setTimeout(() => {
      planned = false;
      serve();
    }, 0);
  }

  function serve(): void {
    for (;;) {
      const [next] = waiting;
      // Nobody smaller goes before: a big one would wait for ever.
      if (next === undefined || running + next.size > limit) return;
      waiting.shift();
      running += next.size;
      next.go();
    }
  }

  return async (task, urgency = 0, size = 1) => {
    await new Promise<void>((resolve) => enqueue(urgency, size, resolve));
    try {
      return await task();
    } finally {
      running -= size;
      serve();
    }
  };
}
