import { elicitParams, formParams, samplingParams, urlParams } from "../common/asking.ts";
import { request } from "../common/envelope.ts";
import type { Definitions, Members, Schema } from "../shape.ts";
import { constant, map, object, plain, ref, settled, string, union, when } from "../shape.ts";

const meta: Members = { _meta: ref("RequestMetaObject") };
const retry: Members = { ...meta, "inputResponses?": ref("InputResponses"), "requestState?": string };

function asks(method: string, params: string): Schema {
  return object(request(method, { params: ref(params) }));
}

/** What a server asks inside inputRequests: a method and params, without an envelope. */
function asksInside(method: string, params: Members): Schema {
  return object({ method: constant(method), ...params });
}

export const requests: Definitions = {
  RequestParams: object(meta),
  PaginatedRequestParams: object({ ...meta, "cursor?": string }),
  PaginatedRequest: object({ ...request("", {}), method: string, params: ref("PaginatedRequestParams") }),
  ResourceRequestParams: object({ ...meta, uri: string }),
  InputResponseRequestParams: object(retry),
  DiscoverRequest: asks("server/discover", "RequestParams"),
  ListToolsRequest: asks("tools/list", "PaginatedRequestParams"),
  CallToolRequestParams: object({ ...retry, name: string, "arguments?": plain }),
  CallToolRequest: asks("tools/call", "CallToolRequestParams"),
  ListResourcesRequest: asks("resources/list", "PaginatedRequestParams"),
  ListResourceTemplatesRequest: asks("resources/templates/list", "PaginatedRequestParams"),
  ReadResourceRequestParams: object({ ...retry, uri: string }),
  ReadResourceRequest: asks("resources/read", "ReadResourceRequestParams"),
  ListPromptsRequest: asks("prompts/list", "PaginatedRequestParams"),
  GetPromptRequestParams: object({ ...retry, name: string, "arguments?": map(string) }),
  GetPromptRequest: asks("prompts/get", "GetPromptRequestParams"),
  CompleteRequestParams: object({
    ...meta,
    ref: union("type", { "ref/prompt": "PromptReference", "ref/resource": "ResourceTemplateReference" }),
    argument: object({ name: string, value: string }),
    "context?": object({ "arguments?": map(string) }),
  }),
  CompleteRequest: asks("completion/complete", "CompleteRequestParams"),
  SubscriptionsListenRequestParams: object({ ...meta, notifications: ref("SubscriptionFilter") }),
  SubscriptionsListenRequest: asks("subscriptions/listen", "SubscriptionsListenRequestParams"),
  ClientRequest: union("method", {
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
  }),

  CreateMessageRequestParams: object(samplingParams(settled)),
  CreateMessageRequest: asksInside("sampling/createMessage", { params: ref("CreateMessageRequestParams") }),
  ListRootsRequest: asksInside("roots/list", { "params?": object({ "_meta?": plain }) }),
  ElicitRequestFormParams: object(formParams(settled)),
  ElicitRequestURLParams: object(urlParams),
  ElicitRequestParams: elicitParams(settled),
  ElicitRequest: asksInside("elicitation/create", { params: ref("ElicitRequestParams") }),
  // Bare results: what they hold says which they are.
  InputResponse: when(
    { required: ["action"] },
    ref("ElicitResult"),
    when({ required: ["roots"] }, ref("ListRootsResult"), ref("CreateMessageResult")),
  ),
  InputResponses: map(ref("InputResponse")),
};
