import { isObject, type JsonObject } from "../model/json.ts";
import {
  type Answer,
  type Context,
  failure,
  type Handler,
  invalidParams,
  METHOD_NOT_FOUND,
  result,
  type TaskView,
} from "./answer.ts";
import { paged } from "./lists.ts";
import type { Offer, Tool } from "./offer.ts";

/** The time that a task is kept, in milliseconds: when nothing is asked for, and at most. */
const TTL = { usual: 300_000, most: 3_600_000 };

/** How often a client should ask after a task, in milliseconds. */
const POLL = 50;

const RELATED = "io.modelcontextprotocol/related-task";

/** Tasks came with 2025-11-25 and left with it. */
export function knowsTasks(context: Context): boolean {
  return context.version >= "2025-11-25";
}

function declared(offer: Offer): boolean {
  const { tasks } = offer.capabilities.legacy;
  const requests = isObject(tasks) ? tasks["requests"] : undefined;
  const tools = isObject(requests) ? requests["tools"] : undefined;
  return isObject(tools) && isObject(tools["call"]);
}

/** The call itself, or a task that does it: as the request and the tool's execution.taskSupport want it. */
export function inTask(tool: Tool, params: JsonObject, context: Context, call: () => Answer): Answer {
  if (!knowsTasks(context) || !declared(context.offer)) return call();
  const { task } = params;
  const { execution } = tool.definition;
  const support = isObject(execution) ? execution["taskSupport"] : undefined;
  if (task === undefined) {
    return support === "required" ? failure(METHOD_NOT_FOUND, "This tool can only be called as a task") : call();
  }
  if (support !== "required" && support !== "optional") {
    return failure(METHOD_NOT_FOUND, "This tool cannot be called as a task");
  }
  if (!isObject(task)) return invalidParams("params.task must be an object");
  const { ttl = TTL.usual } = task;
  if (typeof ttl !== "number" || ttl < 0) return invalidParams("params.task.ttl must be a number of milliseconds");
  const ttlMs = Math.min(Math.round(ttl), TTL.most);
  const view: TaskView = {
    taskId: context.token,
    status: "working",
    createdAt: context.now,
    changedAt: context.now,
    ttlMs,
    outcome: undefined,
  };
  return {
    kind: "change",
    changes: [{ kind: "start-task", task: { taskId: context.token, ttlMs, work: call() } }],
    next: result({ task: shown(view) }),
  };
}

const MESSAGES: { readonly [S in TaskView["status"]]: string } = {
  working: "The work goes on.",
  completed: "The work is done.",
  failed: "The work came to an error; its result says which.",
  cancelled: "The task was cancelled.",
};

/** A result that tells of an error counts as a failure; it stays the result that it is. */
function shown(task: TaskView): JsonObject {
  const isError = task.outcome?.kind === "result" && task.outcome.result["isError"] === true;
  const status = isError ? "failed" : task.status;
  return {
    taskId: task.taskId,
    status,
    statusMessage: MESSAGES[status],
    createdAt: new Date(task.createdAt).toISOString(),
    lastUpdatedAt: new Date(task.changedAt).toISOString(),
    ttl: task.ttlMs,
    pollInterval: POLL,
  };
}

/** A method about one task of the asker's. */
function about(answer: (task: TaskView, context: Context) => Answer): Handler {
  return known((params, context) => {
    const task = context.tasks.find((one) => one.taskId === params["taskId"]);
    return task === undefined ? invalidParams("params.taskId names no task") : answer(task, context);
  });
}

function known(handler: Handler): Handler {
  return (params, context) =>
    knowsTasks(context) ? handler(params, context) : failure(METHOD_NOT_FOUND, `Method not found: ${context.method}`);
}

export const TASKS_LEGACY: { readonly [method: string]: Handler } = {
  "tasks/get": about((task) => result(shown(task))),
  "tasks/result": about((task) => ({
    kind: "join",
    taskId: task.taskId,
    next: (word) => {
      if (word.kind === "error") return word;
      const meta = isObject(word.result["_meta"]) ? word.result["_meta"] : {};
      return result({ ...word.result, _meta: { ...meta, [RELATED]: { taskId: task.taskId } } });
    },
  })),
  "tasks/cancel": about((task, context) => {
    if (task.outcome !== undefined) return invalidParams(`The task is over: ${task.status}`);
    return {
      kind: "change",
      changes: [{ kind: "cancel-task", taskId: task.taskId }],
      next: result(shown({ ...task, status: "cancelled", changedAt: context.now })),
    };
  }),
  "tasks/list": known((params, context) => paged("tasks", context.tasks.map(shown), params, context)),
};
