import { notification } from "../common/envelope.ts";
import type { Definitions, Members, Schema } from "../shape.ts";
import { any, array, boolean, number, object, ref, string, union } from "../shape.ts";

const params: Members = { "_meta?": ref("NotificationMetaObject") };

/** A notification whose params are a definition of their own. */
function told(method: string, name: string): Schema {
  return object(notification(method, { params: ref(name) }));
}

function changed(method: string): Schema {
  return object(notification(method, { "params?": ref("NotificationParams") }));
}

export const notifications: Definitions = {
  NotificationParams: object(params),
  ToolListChangedNotification: changed("notifications/tools/list_changed"),
  PromptListChangedNotification: changed("notifications/prompts/list_changed"),
  ResourceListChangedNotification: changed("notifications/resources/list_changed"),
  ResourceUpdatedNotificationParams: object({ ...params, uri: string }),
  ResourceUpdatedNotification: told("notifications/resources/updated", "ResourceUpdatedNotificationParams"),
  SubscriptionFilter: object({
    "toolsListChanged?": boolean,
    "promptsListChanged?": boolean,
    "resourcesListChanged?": boolean,
    "resourceSubscriptions?": array(string),
  }),
  SubscriptionsAcknowledgedNotificationParams: object({ ...params, notifications: ref("SubscriptionFilter") }),
  SubscriptionsAcknowledgedNotification: told(
    "notifications/subscriptions/acknowledged",
    "SubscriptionsAcknowledgedNotificationParams",
  ),
  CancelledNotificationParams: object({ ...params, requestId: ref("RequestId"), "reason?": string }),
  CancelledNotification: told("notifications/cancelled", "CancelledNotificationParams"),
  ProgressNotificationParams: object({
    ...params,
    progressToken: ref("ProgressToken"),
    progress: number,
    "total?": number,
    "message?": string,
  }),
  ProgressNotification: told("notifications/progress", "ProgressNotificationParams"),
  LoggingMessageNotificationParams: object({ ...params, level: ref("LoggingLevel"), "logger?": string, data: any }),
  LoggingMessageNotification: told("notifications/message", "LoggingMessageNotificationParams"),
  ClientNotification: ref("CancelledNotification"),
  ServerNotification: union("method", {
    "notifications/cancelled": "CancelledNotification",
    "notifications/progress": "ProgressNotification",
    "notifications/message": "LoggingMessageNotification",
    "notifications/resources/updated": "ResourceUpdatedNotification",
    "notifications/resources/list_changed": "ResourceListChangedNotification",
    "notifications/tools/list_changed": "ToolListChangedNotification",
    "notifications/prompts/list_changed": "PromptListChangedNotification",
    "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
  }),
};
