import type { JsonObject, Revision } from "../../model/mod.ts";
import { isObject } from "../../model/mod.ts";

/** Definition of a method's message, and the revision that brought it where that is later than 2024-11-05. */
type Entry = string | readonly [since: string, definition: string];
type Table = { readonly [method: string]: Entry };
type Tables = { readonly [R in Revision]: Table };

const RESULTS: Tables = {
  "2025-11-25": {
    initialize: "InitializeResult",
    ping: "EmptyResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "resources/subscribe": "EmptyResult",
    "resources/unsubscribe": "EmptyResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
    "completion/complete": "CompleteResult",
    "logging/setLevel": "EmptyResult",
    "tasks/list": ["2025-11-25", "ListTasksResult"],
    "tasks/get": ["2025-11-25", "GetTaskResult"],
    "tasks/result": ["2025-11-25", "GetTaskPayloadResult"],
    "tasks/cancel": ["2025-11-25", "CancelTaskResult"],
    "sampling/createMessage": "CreateMessageResult",
    "roots/list": "ListRootsResult",
    "elicitation/create": ["2025-06-18", "ElicitResult"],
  },
  "2026-07-28": {
    "server/discover": "DiscoverResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolAnswer",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceAnswer",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptAnswer",
    "completion/complete": "CompleteResult",
    "subscriptions/listen": "SubscriptionsListenResult",
    "sampling/createMessage": "CreateMessageResult",
    "roots/list": "ListRootsResult",
    "elicitation/create": "ElicitResult",
  },
};

/** Both directions: a server may send what a client may not, which is no question of shape. */
const NOTIFICATIONS: Tables = {
  "2025-11-25": {
    "notifications/cancelled": "CancelledNotification",
    "notifications/progress": "ProgressNotification",
    "notifications/message": "LoggingMessageNotification",
    "notifications/resources/updated": "ResourceUpdatedNotification",
    "notifications/resources/list_changed": "ResourceListChangedNotification",
    "notifications/tools/list_changed": "ToolListChangedNotification",
    "notifications/prompts/list_changed": "PromptListChangedNotification",
    "notifications/tasks/status": ["2025-11-25", "TaskStatusNotification"],
    "notifications/elicitation/complete": ["2025-11-25", "ElicitationCompleteNotification"],
    "notifications/initialized": "InitializedNotification",
    "notifications/roots/list_changed": "RootsListChangedNotification",
  },
  "2026-07-28": {
    "notifications/cancelled": "CancelledNotification",
    "notifications/progress": "ProgressNotification",
    "notifications/message": "LoggingMessageNotification",
    "notifications/resources/updated": "ResourceUpdatedNotification",
    "notifications/resources/list_changed": "ResourceListChangedNotification",
    "notifications/tools/list_changed": "ToolListChangedNotification",
    "notifications/prompts/list_changed": "PromptListChangedNotification",
    "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
  },
};

/** In 2026-07-28 sampling, elicitation and roots are asked inside inputRequests: their definitions have no envelope. */
const REQUESTS: Tables = {
  "2025-11-25": {
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
    "completion/complete": "CompleteRequest",
    "logging/setLevel": "SetLevelRequest",
    "tasks/list": ["2025-11-25", "ListTasksRequest"],
    "tasks/get": ["2025-11-25", "GetTaskRequest"],
    "tasks/result": ["2025-11-25", "GetTaskPayloadRequest"],
    "tasks/cancel": ["2025-11-25", "CancelTaskRequest"],
    "sampling/createMessage": "CreateMessageRequest",
    "roots/list": "ListRootsRequest",
    "elicitation/create": ["2025-06-18", "ElicitRequest"],
  },
  "2026-07-28": {
    "server/discover": "DiscoverRequest",
    "tools/list": "ListToolsRequest",
    "tools/call": "CallToolRequest",
    "resources/list": "ListResourcesRequest",
    "resources/templates/list": "ListResourceTemplatesRequest",
    "resources/read": "ReadResourceRequest",
    "prompts/list": "ListPromptsRequest",
    "prompts/get": "GetPromptRequest",
    "completion/complete": "CompleteRequest",
    "subscriptions/listen": "SubscriptionsListenRequest",
    "sampling/createMessage": "CreateMessageRequest",
    "roots/list": "ListRootsRequest",
    "elicitation/create": "ElicitRequest",
  },
};

/**
 * The definition of a method's result; undefined: the revision (or the older one that was negotiated) does not know the
 * method, and only "Result" can be asked of it. `params` are the request's: with a task in them, 2025-11-25 answers a
 * task in place of the result.
 *
 * The `...Answer` definitions of 2026-07-28 look at resultType: a complete result, an InputRequiredResult, or, for the
 * value of an extension, the frame alone.
 */
export function resultDefinitionOf(
  revision: Revision,
  method: string,
  params?: JsonObject,
  negotiated: string = revision,
): string | undefined {
  const known = find(RESULTS, revision, method, negotiated);
  const augmented = revision === "2025-11-25" && negotiated >= "2025-11-25" && isObject(params?.task);
  return augmented && TASK_METHODS.has(method) ? "CreateTaskResult" : known;
}

const TASK_METHODS: ReadonlySet<string> = new Set(["tools/call", "sampling/createMessage", "elicitation/create"]);

/** The definition of a whole notification, envelope included; undefined: the revision does not know the method. */
export function notificationDefinitionOf(
  revision: Revision,
  method: string,
  negotiated: string = revision,
): string | undefined {
  return find(NOTIFICATIONS, revision, method, negotiated);
}

/** The definition of a whole request; undefined: the revision does not know the method. */
export function requestDefinitionOf(
  revision: Revision,
  method: string,
  negotiated: string = revision,
): string | undefined {
  return find(REQUESTS, revision, method, negotiated);
}

function find(tables: Tables, revision: Revision, method: string, negotiated: string): string | undefined {
  const table = tables[revision];
  const entry = Object.hasOwn(table, method) ? table[method] : undefined;
  if (entry === undefined || typeof entry === "string") return entry;
  return negotiated >= entry[0] ? entry[1] : undefined;
}
