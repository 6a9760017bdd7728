import { randomBytes } from "node:crypto";
import type { ServerWorld } from "../model/serving.ts";

/** The world of a server that really runs. Waiting for a turn never keeps the process alive. */
export function serverWorld(): ServerWorld {
  return {
    now: () => Date.now(),
    token: () => randomBytes(16).toString("hex"),
    after(ms, then) {
      const timer = setTimeout(then, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
