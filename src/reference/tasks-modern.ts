import { isObject, type JsonObject } from "../model/json.ts";
import { type Answer, type Context, failure, type Handler, invalidParams, result, type TaskView } from "./answer.ts";
import { MISSING_CLIENT_CAPABILITY } from "./input.ts";
import type { Tool } from "./offer.ts";

/** The tasks extension of 2026-07-28 (SEP-2663). */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

const TTL = 300_000;
const POLL = 50;

function has(capabilities: JsonObject): boolean {
  const { extensions } = capabilities;
  return isObject(extensions) && isObject(extensions[TASKS_EXTENSION]);
}

/** The call itself, or a task that does it: for tools that support tasks, where both sides have declared them. */
export function inTask(tool: Tool, context: Context, call: () => Answer): Answer {
  const { execution } = tool.definition;
  const supported = isObject(execution) && execution["taskSupport"] === "optional";
  if (!supported || !has(context.clientCapabilities) || !has(context.offer.capabilities.modern)) return call();
  const view: TaskView = {
    taskId: context.token,
    status: "working",
    createdAt: context.now,
    changedAt: context.now,
    ttlMs: TTL,
    outcome: undefined,
  };
  return {
    kind: "change",
    changes: [{ kind: "start-task", task: { taskId: context.token, ttlMs: TTL, work: call() } }],
    next: result({ resultType: "task", ...shown(view) }),
  };
}

/** A task with what its status brings along. */
export function shown(task: TaskView): JsonObject {
  const base = {
    taskId: task.taskId,
    status: task.status,
    createdAt: new Date(task.createdAt).toISOString(),
    lastUpdatedAt: new Date(task.changedAt).toISOString(),
    ttlMs: task.ttlMs,
    pollIntervalMs: POLL,
  };
  if (task.outcome === undefined || task.status === "cancelled") return base;
  if (task.outcome.kind === "result") return { ...base, result: task.outcome.result };
  const { code, message, data } = task.outcome;
  return { ...base, error: data === undefined ? { code, message } : { code, message, data } };
}

/** The refusal for a client that did not declare the extension on this very request, or undefined. */
export function undeclared(context: Context): Answer | undefined {
  if (has(context.clientCapabilities)) return undefined;
  const data = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };
  return failure(MISSING_CLIENT_CAPABILITY, "Missing required client capability", data);
}

function about(answer: (task: TaskView, params: JsonObject) => Answer): Handler {
  return (params, context) => {
    const refused = undeclared(context);
    if (refused !== undefined) return refused;
    const task = context.tasks.find((one) => one.taskId === params["taskId"]);
    return task === undefined ? invalidParams("params.taskId names no task") : answer(task, params);
  };
}

export const TASKS_MODERN: { readonly [method: string]: Handler } = {
  "tasks/get": about((task) => result(shown(task))),
  // No task of this server asks for anything: whatever is answered is passed over.
  "tasks/update": about((_task, params) =>
    isObject(params["inputResponses"]) ? result({}) : invalidParams("params.inputResponses must be an object"),
  ),
  "tasks/cancel": about((task) => ({
    kind: "change",
    changes: [{ kind: "cancel-task", taskId: task.taskId }],
    next: result({}),
  })),
};
