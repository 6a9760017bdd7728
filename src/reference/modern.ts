import { isObject, type JsonObject } from "../model/json.ts";
import { type Context, type Filter, type Handler, invalidParams, type Methods, mapLast, result } from "./answer.ts";
import { toolError } from "./content.ts";
import { completer, lister, promptGetter, resourceReader, toolCaller } from "./lists.ts";
import { inTask, TASKS_MODERN, undeclared } from "./tasks-modern.ts";

/** The versions that are spoken without a session. */
export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];

const discover: Handler = (_params, context) =>
  result({
    supportedVersions: MODERN_VERSIONS,
    capabilities: context.offer.capabilities.modern,
    instructions: context.offer.instructions,
  });

/** subscriptions/listen: the part of the filter that can be honoured is acknowledged by whoever holds the stream. */
const listen: Handler = (params, context) => {
  const { notifications } = params;
  if (!isObject(notifications)) return invalidParams("params.notifications must be an object");
  const filter: { -readonly [K in keyof Filter]: Filter[K] } = {};
  for (const [member, capability] of [
    ["toolsListChanged", "tools"],
    ["promptsListChanged", "prompts"],
    ["resourcesListChanged", "resources"],
  ] as const) {
    const wanted = notifications[member];
    if (wanted !== undefined && typeof wanted !== "boolean")
      return invalidParams(`params.notifications.${member} must be a boolean`);
    if (wanted === true && declares(context, capability, "listChanged")) filter[member] = true;
  }
  const uris = notifications["resourceSubscriptions"];
  if (uris !== undefined) {
    if (!Array.isArray(uris) || !uris.every((one) => typeof one === "string")) {
      return invalidParams("params.notifications.resourceSubscriptions must be an array of strings");
    }
    if (declares(context, "resources", "subscribe")) filter.resourceSubscriptions = uris;
  }
  const { taskIds } = notifications;
  if (taskIds !== undefined) {
    const refused = undeclared(context);
    if (refused !== undefined) return refused;
    if (!Array.isArray(taskIds)) return invalidParams("params.notifications.taskIds must be an array of strings");
    filter.taskIds = context.tasks.map((one) => one.taskId).filter((one) => taskIds.includes(one));
  }
  return { kind: "listen", filter };
};

function declares(context: Context, capability: string, member: string): boolean {
  const declared = context.offer.capabilities.modern[capability];
  return isObject(declared) && declared[member] === true;
}

/** Puts the caching hints on complete results. */
function cached(handler: Handler): Handler {
  return (params, context) =>
    mapLast(handler(params, context), (last) => {
      if (last.kind === "error" || last.result["resultType"] === "input_required") return last;
      return result({ ...last.result, ...context.offer.caching });
    });
}

/** Which tools run as tasks is the server's own business in this era. */
function withoutExecution(handler: Handler): Handler {
  return (params, context) =>
    mapLast(handler(params, context), (last) => {
      if (last.kind === "error" || !Array.isArray(last.result["tools"])) return last;
      const tools = last.result["tools"].map((tool) => {
        if (!isObject(tool)) return tool;
        const { execution, ...rest } = tool;
        return rest;
      });
      return result({ ...last.result, tools });
    });
}

/** What every result of the era carries: its type and who gave it. */
export function finished(value: JsonObject, info: JsonObject): JsonObject {
  const meta = isObject(value["_meta"]) ? value["_meta"] : {};
  return { resultType: "complete", ...value, _meta: { "io.modelcontextprotocol/serverInfo": info, ...meta } };
}

export const MODERN: Methods = {
  "server/discover": cached(discover),
  "tools/list": cached(withoutExecution(lister("tools"))),
  "tools/call": toolCaller(toolError, (tool, _params, context, call) => inTask(tool, context, call)),
  "resources/list": cached(lister("resources")),
  "resources/templates/list": cached(lister("resourceTemplates")),
  "resources/read": cached(resourceReader((uri) => invalidParams("Resource not found", { uri }))),
  "prompts/list": cached(lister("prompts")),
  "prompts/get": promptGetter,
  "completion/complete": completer,
  "subscriptions/listen": listen,
  ...TASKS_MODERN,
};
