/** Waits for a promise that never rejects, but no longer than `ms`. True when it resolved in time. */
export function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), Math.max(0, ms));
    void promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
