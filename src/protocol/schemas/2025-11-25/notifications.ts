import { notification } from "../common/envelope.ts";
import type { Definitions, Members } from "../shape.ts";
import { any, negotiable, number, object, plain, ref, string, union } from "../shape.ts";

const later = negotiable.later;
const params: Members = { "_meta?": plain };
const bare: Members = { "params?": ref("NotificationParams") };

/** A notification whose params are a definition of their own. */
function told(method: string, name: string): Definitions[string] {
  return object(notification(method, { params: ref(name) }));
}

function changed(method: string): Definitions[string] {
  return object(notification(method, bare));
}

export const notifications: Definitions = {
  NotificationParams: object(params),
  InitializedNotification: changed("notifications/initialized"),
  RootsListChangedNotification: changed("notifications/roots/list_changed"),
  ToolListChangedNotification: changed("notifications/tools/list_changed"),
  PromptListChangedNotification: changed("notifications/prompts/list_changed"),
  ResourceListChangedNotification: changed("notifications/resources/list_changed"),
  ResourceUpdatedNotificationParams: object({ ...params, uri: string }),
  ResourceUpdatedNotification: told("notifications/resources/updated", "ResourceUpdatedNotificationParams"),
  CancelledNotificationParams: object(
    { ...params, "requestId?": ref("RequestId"), "reason?": string },
    negotiable.until("2025-11-25", { required: ["requestId"] }),
  ),
  CancelledNotification: told("notifications/cancelled", "CancelledNotificationParams"),
  ProgressNotificationParams: object({
    ...params,
    progressToken: ref("ProgressToken"),
    progress: number,
    "total?": number,
    "message?": later("2025-03-26", string),
  }),
  ProgressNotification: told("notifications/progress", "ProgressNotificationParams"),
  LoggingMessageNotificationParams: object({ ...params, level: ref("LoggingLevel"), "logger?": string, data: any }),
  LoggingMessageNotification: told("notifications/message", "LoggingMessageNotificationParams"),
  TaskStatusNotification: told("notifications/tasks/status", "TaskStatusNotificationParams"),
  ElicitationCompleteNotification: object(
    notification("notifications/elicitation/complete", { params: object({ elicitationId: string }) }),
  ),
  ServerNotification: union("method", {
    "notifications/cancelled": "CancelledNotification",
    "notifications/progress": "ProgressNotification",
    "notifications/message": "LoggingMessageNotification",
    "notifications/resources/updated": "ResourceUpdatedNotification",
    "notifications/resources/list_changed": "ResourceListChangedNotification",
    "notifications/tools/list_changed": "ToolListChangedNotification",
    "notifications/prompts/list_changed": "PromptListChangedNotification",
    "notifications/tasks/status": ["2025-11-25", "TaskStatusNotification"],
    "notifications/elicitation/complete": ["2025-11-25", "ElicitationCompleteNotification"],
  }),
  ClientNotification: union("method", {
    "notifications/cancelled": "CancelledNotification",
    "notifications/progress": "ProgressNotification",
    "notifications/initialized": "InitializedNotification",
    "notifications/roots/list_changed": "RootsListChangedNotification",
    "notifications/tasks/status": ["2025-11-25", "TaskStatusNotification"],
  }),
};
