import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../../src/model/mod.ts";
import { isObject } from "../../src/model/mod.ts";

/** A place where the project's schema says something else than the published one, and why. */
export interface Difference {
  readonly name: string;
  readonly reason: string;
  /** A definition in which it shows. */
  readonly shows: string;
  /** Makes the published definitions say what the project's say. */
  readonly patch: (definitions: Definitions) => void;
}

export type Definitions = { [name: string]: { [keyword: string]: Json } };

/** Published definitions that the project's modules leave out. */
export const LEFT_OUT: { readonly [name: string]: string } = {
  EnumSchema: "a named union that no message refers to; PrimitiveSchemaDefinition has its members",
  SingleSelectEnumSchema: "a named union that no message refers to",
  MultiSelectEnumSchema: "a named union that no message refers to",
};

const NULL_ID: Difference = {
  name: "an error's id may be null",
  shows: "JSONRPCErrorResponse",
  reason: "JSON-RPC 2.0 asks for null where the id of the request could not be read",
  patch(definitions) {
    for (const one of Object.values(definitions)) {
      const properties = one.properties as { [name: string]: Json } | undefined;
      if (properties?.error !== undefined) properties.id = { type: ["string", "integer", "null"] };
    }
  },
};

const ONE_KIND: Difference = {
  name: "a message is a request as soon as it has a method and an id",
  shows: "JSONRPCMessage",
  reason: "schema.json takes a request with an unsound id for a notification, which may not have an id by the text",
  patch(definitions) {
    const either = (test: string, yes: JsonObject, no: JsonObject): JsonObject => ({
      if: { required: [test] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: yes,
      else: no,
    });
    const to = (name: string) => ({ $ref: `#/$defs/${name}` });
    const called = either("id", to("JSONRPCRequest"), to("JSONRPCNotification"));
    definitions.JSONRPCMessage = either("method", called, to("JSONRPCResponse")) as { [keyword: string]: Json };
  },
};

const NUMBERS_IN_CONTENT: Difference = {
  name: "elicited content may hold fractional numbers",
  shows: "ElicitResult",
  reason: "schema.ts, the source of truth, says number; the generator of schema.json wrote integer",
  patch(definitions) {
    at(definitions, "ElicitResult", "properties", "content", "additionalProperties").anyOf = [
      { type: "array", items: { type: "string" } },
      { type: ["string", "number", "boolean"] },
    ];
  },
};

/** Counts and durations that schema.ts calls number. ids, tokens, error codes and ttlMs are integers by the text. */
function numbers(...paths: readonly (readonly [definition: string, ...path: string[]])[]): Difference {
  return {
    name: "counts, sizes and durations are numbers",
    shows: "Resource",
    reason: "schema.ts, the source of truth, says number and no page asks for a whole one; schema.json says integer",
    patch(definitions) {
      for (const [name, ...path] of paths) at(definitions, name, ...path).type = "number";
    },
  };
}

const RESOURCE_SIZE = ["Resource", "properties", "size"] as const;
const SIZE = [RESOURCE_SIZE, ["ResourceLink", "properties", "size"]] as const;
const TOTAL = ["CompleteResult", "properties", "completion", "properties", "total"] as const;
const OLDER_MAX_TOKENS = ["CreateMessageRequest", "properties", "params", "properties", "maxTokens"] as const;
const MAX_TOKENS = ["CreateMessageRequestParams", "properties", "maxTokens"] as const;

const TASK_NUMBERS: Difference = {
  name: "a task's ttl and pollInterval are numbers",
  shows: "Task",
  reason: "as above; both are durations in milliseconds",
  patch(definitions) {
    at(definitions, "Task", "properties", "pollInterval").type = "number";
    at(definitions, "Task", "properties", "ttl").type = ["number", "null"];
    at(definitions, "TaskMetadata", "properties", "ttl").type = "number";
  },
};

const OLDER_CONTENT: Difference = {
  ...NUMBERS_IN_CONTENT,
  patch(definitions) {
    at(definitions, "ElicitResult", "properties", "content", "additionalProperties").type = [
      "string",
      "number",
      "boolean",
    ];
  },
};

const JSON_VALUES: Difference = {
  name: "JSON values may be null and fractional",
  shows: "JSONObject",
  reason: "schema.ts has both in JSONValue; schema.json forgot them",
  patch(definitions) {
    definitions.JSONValue = {};
  },
};

const BY_RESULT_TYPE: Difference = {
  name: "resultType decides between a complete result and an InputRequiredResult",
  shows: "ReadResourceResultResponse",
  reason:
    "InputRequiredResult takes any resultType, so that schema.json's anyOf lets every object with one pass for a result",
  patch(definitions) {
    for (const name of ["CallToolResult", "GetPromptResult", "ReadResourceResult"]) {
      const says = (value: JsonObject) => ({ required: ["resultType"], properties: { resultType: value } });
      at(definitions, `${name}Response`, "properties").result = {
        if: says({ const: "input_required" }),
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { $ref: "#/$defs/InputRequiredResult" },
        else: {
          if: says({ type: "string", not: { const: "complete" } }),
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { $ref: "#/$defs/Result" },
          else: { $ref: `#/$defs/${name}` },
        },
      };
    }
  },
};

/** What schema.json said of messages before 2025-11-25, in two definitions that a message had to fit both. */
const OLDER_ENVELOPE: Difference = {
  name: "each message has its JSON-RPC members and its _meta",
  shows: "PingRequest",
  reason: "before 2025-11-25 jsonrpc, id and _meta stood in JSONRPCRequest and JSONRPCNotification alone",
  patch(definitions) {
    for (const one of Object.values(definitions)) {
      const properties = one.properties as { [name: string]: { [keyword: string]: Json } } | undefined;
      const method = properties?.method?.const;
      const params = properties?.params;
      if (properties === undefined || params === undefined) continue;
      const inside = { ...(params.properties as JsonObject | undefined) };
      const request = method !== undefined && !String(method).startsWith("notifications/");
      if (method === undefined) delete inside._meta;
      else
        inside._meta = {
          type: "object",
          properties: request ? { progressToken: { $ref: "#/$defs/ProgressToken" } } : {},
        };
      params.properties = inside;
      if (method === undefined) continue;
      properties.jsonrpc = { const: "2.0" };
      if (request) properties.id = { $ref: "#/$defs/RequestId" };
      one.required = [...(one.required as string[]), "jsonrpc", ...(request ? ["id"] : [])];
    }
  },
};

export const DIFFERENCES: { readonly [revision: string]: readonly Difference[] } = {
  "2024-11-05": [OLDER_ENVELOPE, numbers(RESOURCE_SIZE, TOTAL, OLDER_MAX_TOKENS)],
  "2025-03-26": [OLDER_ENVELOPE, numbers(RESOURCE_SIZE, TOTAL, OLDER_MAX_TOKENS)],
  "2025-06-18": [OLDER_ENVELOPE, numbers(...SIZE, TOTAL, OLDER_MAX_TOKENS), OLDER_CONTENT],
  "2025-11-25": [NULL_ID, ONE_KIND, NUMBERS_IN_CONTENT, numbers(...SIZE, TOTAL, MAX_TOKENS), TASK_NUMBERS],
  "2026-07-28": [
    NULL_ID,
    ONE_KIND,
    NUMBERS_IN_CONTENT,
    numbers(...SIZE, TOTAL, MAX_TOKENS),
    JSON_VALUES,
    BY_RESULT_TYPE,
  ],
};

function at(definitions: Definitions, name: string, ...path: readonly string[]): { [keyword: string]: Json } {
  let here: Json | undefined = definitions[name];
  for (const part of path) here = isObject(here) ? here[part] : undefined;
  if (!isObject(here)) throw new Error(`the published schema has no ${name}/${path.join("/")}`);
  return here;
}

export type Judge = (definition: string, value: Json) => boolean;

/** The published definitions, patched, and a judge that ajv makes of them. */
export function published(
  file: JsonObject,
  differences: readonly Difference[],
): { definitions: Definitions; fits: Judge } {
  const copy = JSON.parse(JSON.stringify(file).replaceAll("#/definitions/", "#/$defs/")) as JsonObject;
  const definitions = (copy.$defs ?? copy.definitions) as Definitions;
  for (const difference of differences) difference.patch(definitions);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "published", $defs: definitions });
  return {
    definitions,
    fits(definition, value) {
      const check = ajv.getSchema(`published#/$defs/${definition}`);
      if (check === undefined) throw new Error(`the published schema has no ${definition}`);
      return check(value) === true;
    },
  };
}
