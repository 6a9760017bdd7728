import { setImmediate } from "node:timers";

/** Timers of the runtimes are late by up to this many milliseconds: the rest is waited for by looking at the clock. */
const TIMER_SLACK_MS = 1.5;

/** A clock that is on time to some ten microseconds: requests of an open loop are due in fractions of a millisecond. */
export function preciseClock(now: () => number): {
  now(): number;
  at(time: number, then: () => void): () => void;
} {
  return {
    now,
    at(time, then) {
      let over = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const look = (): void => {
        if (over) return;
        const left = time - now();
        if (left <= 0) {
          over = true;
          then();
        } else if (left > TIMER_SLACK_MS) timer = setTimeout(look, left - TIMER_SLACK_MS);
        else setImmediate(look);
      };
      setImmediate(look);
      return () => {
        over = true;
        clearTimeout(timer);
      };
    },
  };
}
