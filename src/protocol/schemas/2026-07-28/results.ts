import { toolMembers } from "../common/content.ts";
import { protocolError, response } from "../common/envelope.ts";
import type { Definitions, Members, Schema } from "../shape.ts";
import {
  any,
  array,
  boolean,
  constant,
  map,
  number,
  object,
  oneOf,
  ref,
  settled,
  string,
  union,
  when,
} from "../shape.ts";

const result: Members = { resultType: string, "_meta?": ref("ResultMetaObject") };
/** ttlMs is in milliseconds; the caching page calls it an integer. */
const cacheable: Members = {
  ...result,
  ttlMs: { type: "integer", minimum: 0 },
  cacheScope: oneOf("public", "private"),
};
const page: Members = { ...cacheable, "nextCursor?": string };

/** A standard JSON-RPC error object with this code. */
function standardError(code: number): Schema {
  return object({ code: constant(code), message: string, "data?": any });
}

/**
 * What the three methods that may ask for input answer. The published schema takes any object with a resultType for an
 * InputRequiredResult, so that it never sees what a complete result lacks; here resultType decides. A value of an
 * extension stands for a result of its own, of which only the frame is known.
 */
function mayAskForInput(complete: string): Schema {
  const says = (value: Schema): Schema => ({ required: ["resultType"], properties: { resultType: value } });
  return when(
    says(constant("input_required")),
    ref("InputRequiredResult"),
    when(says({ type: "string", not: constant("complete") }), ref("Result"), ref(complete)),
  );
}

export const results: Definitions = {
  Result: object(result),
  ResultType: string,
  EmptyResult: ref("Result"),
  PaginatedResult: object({ ...result, "nextCursor?": string }),
  CacheableResult: object(cacheable),
  ServerResult: ref("Result"),
  ClientResult: ref("Result"),
  DiscoverResult: object({
    ...cacheable,
    supportedVersions: array(string),
    capabilities: ref("ServerCapabilities"),
    "instructions?": string,
  }),
  ListToolsResult: object({ ...page, tools: array(ref("Tool")) }),
  CallToolResult: object({
    ...result,
    content: array(ref("ContentBlock")),
    "structuredContent?": any,
    "isError?": boolean,
  }),
  ListResourcesResult: object({ ...page, resources: array(ref("Resource")) }),
  ListResourceTemplatesResult: object({ ...page, resourceTemplates: array(ref("ResourceTemplate")) }),
  ReadResourceResult: object({ ...cacheable, contents: array(ref("AnyResourceContents")) }),
  ListPromptsResult: object({ ...page, prompts: array(ref("Prompt")) }),
  GetPromptResult: object({ ...result, "description?": string, messages: array(ref("PromptMessage")) }),
  CompleteResult: object({
    ...result,
    // The specification's TypeScript source says number for the total.
    completion: object({ values: array(string, { maxItems: 100 }), "total?": number, "hasMore?": boolean }),
  }),
  SubscriptionsListenResult: object({ ...result, _meta: ref("SubscriptionsListenResultMetaObject") }),

  InputRequest: union("method", {
    "elicitation/create": "ElicitRequest",
    "sampling/createMessage": "CreateMessageRequest",
    "roots/list": "ListRootsRequest",
  }),
  InputRequests: map(ref("InputRequest")),
  InputRequiredResult: object({
    ...result,
    "inputRequests?": ref("InputRequests"),
    "requestState?": string,
  }),
  CallToolAnswer: mayAskForInput("CallToolResult"),
  GetPromptAnswer: mayAskForInput("GetPromptResult"),
  ReadResourceAnswer: mayAskForInput("ReadResourceResult"),

  DiscoverResultResponse: object(response("DiscoverResult")),
  ListToolsResultResponse: object(response("ListToolsResult")),
  CallToolResultResponse: object(response("CallToolAnswer")),
  ListResourcesResultResponse: object(response("ListResourcesResult")),
  ListResourceTemplatesResultResponse: object(response("ListResourceTemplatesResult")),
  ReadResourceResultResponse: object(response("ReadResourceAnswer")),
  ListPromptsResultResponse: object(response("ListPromptsResult")),
  GetPromptResultResponse: object(response("GetPromptAnswer")),
  CompleteResultResponse: object(response("CompleteResult")),
  SubscriptionsListenResultResponse: object(response("SubscriptionsListenResult")),

  Tool: object({
    ...toolMembers(settled),
    inputSchema: object({ "$schema?": string, type: constant("object") }),
    "outputSchema?": object({ "$schema?": string }),
  }),

  ParseError: standardError(-32700),
  InvalidRequestError: standardError(-32600),
  MethodNotFoundError: standardError(-32601),
  InvalidParamsError: standardError(-32602),
  InternalError: standardError(-32603),
  HeaderMismatchError: object(protocolError(-32020)),
  MissingRequiredClientCapabilityError: object(
    protocolError(-32021, { data: object({ requiredCapabilities: ref("ClientCapabilities") }) }),
  ),
  UnsupportedProtocolVersionError: object(
    protocolError(-32022, { data: object({ supported: array(string), requested: string }) }),
  ),
};
