import { isObject } from "../model/json.ts";
import { type Context, failure, type Handler, invalidParams, type Methods, mapLast, result } from "./answer.ts";
import { toolError } from "./content.ts";
import { forVersion } from "./downgrade.ts";
import { completer, lister, promptGetter, resourceReader, toolCaller } from "./lists.ts";
import { LEVELS } from "./logs.ts";
import { offeredIn } from "./offer.ts";
import { inTask, TASKS_LEGACY } from "./tasks-legacy.ts";

/** The versions that initialize can negotiate, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const RESOURCE_NOT_FOUND = -32002;

/** What the session is opened with; the session itself is the business of whoever serves it. */
const initialize: Handler = (params, context) => {
  const { protocolVersion, capabilities, clientInfo } = params;
  if (typeof protocolVersion !== "string") return invalidParams("params.protocolVersion must be a string");
  if (!isObject(capabilities)) return invalidParams("params.capabilities must be an object");
  if (!isObject(clientInfo) || typeof clientInfo["name"] !== "string" || typeof clientInfo["version"] !== "string") {
    return invalidParams("params.clientInfo must have the strings name and version");
  }
  const version = negotiate(protocolVersion);
  const { capabilities: offered, info, instructions } = context.offer;
  const answer = { protocolVersion: version, capabilities: offered.legacy, serverInfo: info, instructions };
  return result(forVersion(version, answer));
};

/** The version asked for where it is spoken, else the newest. */
export function negotiate(asked: string): string {
  return LEGACY_VERSIONS.includes(asked) ? asked : (LEGACY_VERSIONS[0] ?? asked);
}

const setLevel: Handler = (params) => {
  const { level } = params;
  if (typeof level !== "string" || !LEVELS.includes(level)) return invalidParams("params.level is no log level");
  return { kind: "change", changes: [{ kind: "log-level", level }], next: result({}) };
};

function subscriber(kind: "subscribe" | "unsubscribe"): Handler {
  return (params, context) => {
    const { uri } = params;
    if (typeof uri !== "string") return invalidParams("params.uri must be a string");
    const exists = offeredIn(context.offer.resources, context.era).some((one) => one.definition["uri"] === uri);
    if (kind === "subscribe" && !exists) return notFound(uri);
    return { kind: "change", changes: [{ kind, uri }], next: result({}) };
  };
}

function notFound(uri: string) {
  return failure(RESOURCE_NOT_FOUND, "Resource not found", { uri });
}

/** Since 2025-11-25 bad arguments are the model's to mend; before, they were a protocol error. */
function unfit(why: string, context: Context) {
  return context.version >= "2025-11-25" ? toolError(why) : invalidParams(why);
}

/** Leaves out of a result what the negotiated version does not know. */
function versioned(handler: Handler): Handler {
  return (params, context) =>
    mapLast(handler(params, context), (last) =>
      last.kind === "result" ? result(forVersion(context.version, last.result)) : last,
    );
}

export const LEGACY: Methods = {
  initialize,
  ping: () => result({}),
  "logging/setLevel": setLevel,
  "completion/complete": completer,
  "tools/list": versioned(lister("tools")),
  "tools/call": versioned(toolCaller(unfit, inTask)),
  "resources/list": versioned(lister("resources")),
  "resources/templates/list": versioned(lister("resourceTemplates")),
  "resources/read": versioned(resourceReader(notFound)),
  "resources/subscribe": subscriber("subscribe"),
  "resources/unsubscribe": subscriber("unsubscribe"),
  "prompts/list": versioned(lister("prompts")),
  "prompts/get": versioned(promptGetter),
  ...TASKS_LEGACY,
};
