import type { JsonObject } from "../model/json.ts";
import type { ServerWorld } from "../model/serving.ts";
import { type Answer, type Change, type Filter, failure, type LastWord, type Reply, type Told } from "./answer.ts";

/** Where the steps of an answer go. Its methods are called in order, and none after `last` or `listen`. */
export interface Port {
  tell(told: Told): void;
  ask(method: string, params: JsonObject, replied: (reply: Reply) => void): void;
  change(change: Change): void;
  /** `ended` is called when the task has its last word. */
  join(taskId: string, ended: (word: LastWord) => void): void;
  listen(filter: Filter): void;
  last(word: LastWord): void;
}

export const INTERNAL_ERROR = failure(-32603, "Internal error");

/**
 * Takes the steps of an answer, at once as far as it goes without waiting. The returned function stops it: nothing
 * reaches the port after that.
 */
export function play(answer: Answer, port: Port, world: ServerWorld): () => void {
  let stopped = false;
  let stopWaiting = () => {};
  const go = (from: Answer): void => {
    let now = from;
    while (!stopped) {
      switch (now.kind) {
        case "result":
        case "error":
          stopped = true;
          return port.last(now);
        case "listen":
          return port.listen(now.filter);
        case "tell":
          for (const told of now.told) port.tell(told);
          now = now.next;
          continue;
        case "change":
          for (const change of now.changes) port.change(change);
          now = now.next;
          continue;
        case "wait": {
          const { next } = now;
          stopWaiting = world.after(now.ms, () => go(next));
          return;
        }
        case "ask": {
          const { next } = now;
          return port.ask(now.method, now.params, (reply) => go(attempt(() => next(reply))));
        }
        case "join": {
          const { next } = now;
          return port.join(now.taskId, (word) => go(attempt(() => next(word))));
        }
        case "later":
          now.run().then(go, () => go(INTERNAL_ERROR));
          return;
        case "work":
          stopWaiting = now.start((told) => void (stopped || port.tell(told)), go);
          return;
      }
    }
  };
  go(answer);
  return () => {
    stopped = true;
    stopWaiting();
  };
}

/** The answer, or a bare internal error where making it failed: what went wrong is nobody's business outside. */
export function attempt(make: () => Answer): Answer {
  try {
    return make();
  } catch {
    return INTERNAL_ERROR;
  }
}
