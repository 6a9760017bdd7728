import { toolMembers } from "../common/content.ts";
import { protocolError } from "../common/envelope.ts";
import type { Definitions, Members } from "../shape.ts";
import { array, boolean, map, negotiable, number, object, oneOf, plain, ref, string } from "../shape.ts";

const later = negotiable.later;
const result: Members = { "_meta?": plain };
const page: Members = { ...result, "nextCursor?": string };

/** The root of a tool's schema has to be of type object in this revision. */
const toolSchema = object({
  "$schema?": later("2025-11-25", string),
  type: { const: "object" },
  "properties?": map(plain),
  "required?": array(string),
});

/** Milliseconds. The specification's TypeScript source says number. */
const task: Members = {
  taskId: string,
  status: ref("TaskStatus"),
  "statusMessage?": string,
  createdAt: string,
  lastUpdatedAt: string,
  ttl: { type: ["number", "null"] },
  "pollInterval?": number,
};

export const results: Definitions = {
  Result: object(result),
  EmptyResult: ref("Result"),
  PaginatedResult: object(page),
  ServerResult: ref("Result"),
  ClientResult: ref("Result"),
  InitializeResult: object({
    ...result,
    protocolVersion: string,
    capabilities: ref("ServerCapabilities"),
    serverInfo: ref("Implementation"),
    "instructions?": string,
  }),
  ListToolsResult: object({ ...page, tools: array(ref("Tool")) }),
  CallToolResult: object({
    ...result,
    content: array(ref("ContentBlock")),
    "structuredContent?": later("2025-06-18", negotiable.structured),
    "isError?": boolean,
  }),
  ListResourcesResult: object({ ...page, resources: array(ref("Resource")) }),
  ListResourceTemplatesResult: object({ ...page, resourceTemplates: array(ref("ResourceTemplate")) }),
  ReadResourceResult: object({ ...result, contents: array(ref("AnyResourceContents")) }),
  ListPromptsResult: object({ ...page, prompts: array(ref("Prompt")) }),
  GetPromptResult: object({ ...result, "description?": string, messages: array(ref("PromptMessage")) }),
  CompleteResult: object({
    ...result,
    // The specification's TypeScript source says number for the total.
    completion: object({ values: array(string), "total?": number, "hasMore?": boolean }),
  }),

  TaskStatus: oneOf("working", "input_required", "completed", "failed", "cancelled"),
  Task: object(task),
  RelatedTaskMetadata: object({ taskId: string }),
  TaskMetadata: object({ "ttl?": number }),
  CreateTaskResult: object({ ...result, task: ref("Task") }),
  GetTaskResult: object({ ...result, ...task }),
  CancelTaskResult: object({ ...result, ...task }),
  GetTaskPayloadResult: ref("Result"),
  ListTasksResult: object({ ...page, tasks: array(ref("Task")) }),
  TaskStatusNotificationParams: object({ ...result, ...task }),

  Tool: object({
    ...toolMembers(negotiable),
    inputSchema: toolSchema,
    "outputSchema?": later("2025-06-18", toolSchema),
    "execution?": later("2025-11-25", ref("ToolExecution")),
  }),
  ToolExecution: object({ "taskSupport?": oneOf("forbidden", "optional", "required") }),

  URLElicitationRequiredError: object(
    protocolError(-32042, {
      data: object({ elicitations: array(ref("ElicitRequestURLParams")) }),
    }),
  ),
};
