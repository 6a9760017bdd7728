import type { ServerWorld } from "../model/serving.ts";
import {
  type Change,
  failure,
  INVALID_PARAMS,
  type LastWord,
  type NewTask,
  type TaskView,
  type Topic,
} from "./answer.ts";
import { play } from "./play.ts";

/** A task that is kept: what can be seen of it, and what goes on behind. */
interface Kept {
  view: TaskView;
  readonly owner: string;
  stop: () => void;
  readonly waiting: ((word: LastWord) => void)[];
}

/** The tasks of one server. They outlive the request that started them, and are forgotten when their time is over. */
export interface Tasks {
  of(owner: string): readonly TaskView[];
  change(owner: string, change: Extract<Change, { kind: "start-task" | "cancel-task" }>): void;
  join(taskId: string, ended: (word: LastWord) => void): void;
}

const UNKNOWN = failure(INVALID_PARAMS, "Unknown task");
const CANCELLED = failure(-32603, "The task was cancelled");

export function createTasks(world: ServerWorld, publish: (topic: Topic) => void): Tasks {
  const kept = new Map<string, Kept>();

  function settle(task: Kept, status: TaskView["status"], outcome: LastWord): void {
    if (task.view.outcome !== undefined) return;
    task.view = { ...task.view, status, outcome, changedAt: world.now() };
    publish({ kind: "task", task: task.view });
    for (const ended of task.waiting.splice(0)) ended(outcome);
  }

  function start(owner: string, { taskId, ttlMs, work }: NewTask): void {
    const now = world.now();
    const view: TaskView = { taskId, status: "working", createdAt: now, changedAt: now, ttlMs, outcome: undefined };
    const task: Kept = { view, owner, stop: () => {}, waiting: [] };
    kept.set(taskId, task);
    task.stop = play(
      work,
      {
        // A task has no stream of its own for what is told on the way, and nobody to ask.
        tell: () => {},
        ask: (_method, _params, replied) => replied({ error: { code: -32600, message: "A task cannot ask" } }),
        change: (change) => change.kind === "publish" && publish(change.topic),
        join: (_taskId, ended) => ended(UNKNOWN),
        listen: () => {},
        last: (word) => settle(task, word.kind === "error" ? "failed" : "completed", word),
      },
      world,
    );
    world.after(ttlMs, () => {
      task.stop();
      settle(task, "cancelled", CANCELLED);
      kept.delete(taskId);
    });
  }

  return {
    of: (owner) => [...kept.values()].flatMap((task) => (task.owner === owner ? [task.view] : [])),
    change(owner, change) {
      if (change.kind === "start-task") return start(owner, change.task);
      const task = kept.get(change.taskId);
      if (task === undefined || task.owner !== owner) return;
      task.stop();
      settle(task, "cancelled", CANCELLED);
    },
    join(taskId, ended) {
      const task = kept.get(taskId);
      if (task === undefined) ended(UNKNOWN);
      else if (task.view.outcome !== undefined) ended(task.view.outcome);
      else task.waiting.push(ended);
    },
  };
}
