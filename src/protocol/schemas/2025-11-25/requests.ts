import { elicitParams, formParams, samplingParams, urlParams } from "../common/asking.ts";
import { request } from "../common/envelope.ts";
import type { Definitions, Members, Schema } from "../shape.ts";
import { map, negotiable, object, plain, ref, string, union } from "../shape.ts";

const later = negotiable.later;
const meta: Members = { "_meta?": object({ "progressToken?": ref("ProgressToken") }) };
const task: Members = { "task?": later("2025-11-25", ref("TaskMetadata")) };
const uri = object({ ...meta, uri: string });

/** A request whose params are a definition of their own. */
function asks(method: string, params: string): Schema {
  return object(request(method, { params: ref(params) }));
}

/** A request that may leave its params out. */
function mayAsk(method: string, params: string): Schema {
  return object(request(method, { "params?": ref(params) }));
}

function asksForTask(method: string): Schema {
  return object(request(method, { params: object({ taskId: string }) }));
}

export const requests: Definitions = {
  RequestParams: object(meta),
  PaginatedRequestParams: object({ ...meta, "cursor?": string }),
  PaginatedRequest: object({ ...request("", {}), method: string, "params?": ref("PaginatedRequestParams") }),
  TaskAugmentedRequestParams: object({ ...meta, ...task }),
  ResourceRequestParams: uri,
  InitializeRequestParams: object({
    ...meta,
    protocolVersion: string,
    capabilities: ref("ClientCapabilities"),
    clientInfo: ref("Implementation"),
  }),
  InitializeRequest: asks("initialize", "InitializeRequestParams"),
  PingRequest: mayAsk("ping", "RequestParams"),
  ListToolsRequest: mayAsk("tools/list", "PaginatedRequestParams"),
  CallToolRequestParams: object({ ...meta, ...task, name: string, "arguments?": plain }),
  CallToolRequest: asks("tools/call", "CallToolRequestParams"),
  ListResourcesRequest: mayAsk("resources/list", "PaginatedRequestParams"),
  ListResourceTemplatesRequest: mayAsk("resources/templates/list", "PaginatedRequestParams"),
  ReadResourceRequestParams: uri,
  ReadResourceRequest: asks("resources/read", "ReadResourceRequestParams"),
  SubscribeRequestParams: uri,
  SubscribeRequest: asks("resources/subscribe", "SubscribeRequestParams"),
  UnsubscribeRequestParams: uri,
  UnsubscribeRequest: asks("resources/unsubscribe", "UnsubscribeRequestParams"),
  ListPromptsRequest: mayAsk("prompts/list", "PaginatedRequestParams"),
  GetPromptRequestParams: object({ ...meta, name: string, "arguments?": map(string) }),
  GetPromptRequest: asks("prompts/get", "GetPromptRequestParams"),
  SetLevelRequestParams: object({ ...meta, level: ref("LoggingLevel") }),
  SetLevelRequest: asks("logging/setLevel", "SetLevelRequestParams"),
  CompleteRequestParams: object({
    ...meta,
    ref: union("type", { "ref/prompt": "PromptReference", "ref/resource": "ResourceTemplateReference" }),
    argument: object({ name: string, value: string }),
    "context?": later("2025-06-18", object({ "arguments?": map(string) })),
  }),
  CompleteRequest: asks("completion/complete", "CompleteRequestParams"),
  ListTasksRequest: mayAsk("tasks/list", "PaginatedRequestParams"),
  GetTaskRequest: asksForTask("tasks/get"),
  GetTaskPayloadRequest: asksForTask("tasks/result"),
  CancelTaskRequest: asksForTask("tasks/cancel"),

  CreateMessageRequestParams: object({ ...meta, ...task, ...samplingParams(negotiable) }),
  CreateMessageRequest: asks("sampling/createMessage", "CreateMessageRequestParams"),
  ListRootsRequest: mayAsk("roots/list", "RequestParams"),
  ElicitRequestFormParams: object({ ...meta, ...task, ...formParams(negotiable) }),
  ElicitRequestURLParams: object({ ...meta, ...task, ...urlParams, elicitationId: string }),
  ElicitRequestParams: elicitParams(negotiable),
  ElicitRequest: asks("elicitation/create", "ElicitRequestParams"),

  ServerRequest: union("method", {
    ping: "PingRequest",
    "sampling/createMessage": "CreateMessageRequest",
    "roots/list": "ListRootsRequest",
    "elicitation/create": ["2025-06-18", "ElicitRequest"],
    "tasks/list": ["2025-11-25", "ListTasksRequest"],
    "tasks/get": ["2025-11-25", "GetTaskRequest"],
    "tasks/result": ["2025-11-25", "GetTaskPayloadRequest"],
    "tasks/cancel": ["2025-11-25", "CancelTaskRequest"],
  }),
  ClientRequest: union("method", {
    initialize: "InitializeRequest",
    ping: "PingRequest",
    "tools/list": "ListToolsRequest",
    "tools/call": "CallToolRequest",
    "resources/list": "ListResourcesRequest",
    "resources/templates/list": "ListResourceTemplatesRequest",
    "resources/read": "ReadResourceRequest",
    "resources/subscribe": "SubscribeRequest",
    "resources/unsubscribe": "UnsubscribeRequest",
    "prompts/list": "ListPromptsRequest",
    "prompts/get": "GetPromptRequest",
    "logging/setLevel": "SetLevelRequest",
    "completion/complete": "CompleteRequest",
    "tasks/list": ["2025-11-25", "ListTasksRequest"],
    "tasks/get": ["2025-11-25", "GetTaskRequest"],
    "tasks/result": ["2025-11-25", "GetTaskPayloadRequest"],
    "tasks/cancel": ["2025-11-25", "CancelTaskRequest"],
  }),
};
