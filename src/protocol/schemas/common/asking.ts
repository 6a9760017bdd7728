import type { JsonObject } from "../../../model/mod.ts";
import type { Definitions, Era, Members } from "../shape.ts";
import {
  array,
  boolean,
  constant,
  integer,
  map,
  number,
  object,
  oneOf,
  plain,
  ref,
  string,
  union,
  when,
} from "../shape.ts";

/** What a server asks of a client: sampling and elicitation, as far as both revisions say the same. */
export function asking(era: Era): Definitions {
  const meta: Members = { "_meta?": plain };
  const share: JsonObject = { type: "number", minimum: 0, maximum: 1 };
  return {
    ModelHint: object({ "name?": string }),
    ModelPreferences: object({
      "hints?": array(ref("ModelHint")),
      "costPriority?": share,
      "speedPriority?": share,
      "intelligencePriority?": share,
    }),
    ToolChoice: object({ "mode?": oneOf("auto", "required", "none") }),
    ToolUseContent: object({ type: constant("tool_use"), id: string, name: string, input: plain, ...meta }),
    ToolResultContent: object({
      type: constant("tool_result"),
      toolUseId: string,
      content: array(ref("ContentBlock")),
      "structuredContent?": era.structured,
      "isError?": boolean,
      ...meta,
    }),
    SamplingMessageContentBlock: union("type", {
      text: "TextContent",
      image: "ImageContent",
      audio: era.laterBranch("2025-03-26", "AudioContent"),
      tool_use: era.laterBranch("2025-11-25", "ToolUseContent"),
      tool_result: era.laterBranch("2025-11-25", "ToolResultContent"),
    }),
    SamplingContent: {
      type: ["object", "array"],
      ...era.until("2025-11-25", { type: "object" }),
      ...when({ type: "array" }, { items: ref("SamplingMessageContentBlock") }, ref("SamplingMessageContentBlock")),
    },
    SamplingMessage: object({
      role: ref("Role"),
      content: ref("SamplingContent"),
      "_meta?": era.later("2025-11-25", plain),
    }),
    CreateMessageResult: object({
      role: ref("Role"),
      content: ref("SamplingContent"),
      model: string,
      "stopReason?": string,
      ...meta,
    }),
    ListRootsResult: object({ roots: array(ref("Root")), ...era.answerMeta }),
    ElicitResult: object({
      action: oneOf("accept", "decline", "cancel"),
      // The published schema lacks fractional numbers here; the specification's TypeScript source has them.
      "content?": map(when({ type: "array" }, array(string), { type: ["string", "number", "boolean", "array"] })),
      ...era.answerMeta,
    }),
    ...requestedSchema(era),
  };
}

/** Members of sampling/createMessage's params. */
export function samplingParams(era: Era): Members {
  return {
    messages: array(ref("SamplingMessage")),
    // The specification's TypeScript source says number.
    maxTokens: number,
    "modelPreferences?": ref("ModelPreferences"),
    "systemPrompt?": string,
    "includeContext?": oneOf("none", "thisServer", "allServers"),
    "temperature?": number,
    "stopSequences?": array(string),
    "metadata?": plain,
    "tools?": era.later("2025-11-25", array(ref("Tool"))),
    "toolChoice?": era.later("2025-11-25", ref("ToolChoice")),
  };
}

/** Members of a form elicitation's params. */
export function formParams(era: Era): Members {
  return {
    "mode?": era.later("2025-11-25", constant("form")),
    message: string,
    requestedSchema: object({
      "$schema?": era.later("2025-11-25", string),
      type: constant("object"),
      properties: map(ref("PrimitiveSchemaDefinition")),
      "required?": array(string),
    }),
  };
}

/** Members of a URL elicitation's params. */
export const urlParams: Members = { mode: constant("url"), message: string, url: string };

/** A form where no mode is given. Before 2025-11-25 there were only forms, and no mode. */
export function elicitParams(era: Era): JsonObject {
  const form = ref("ElicitRequestFormParams");
  const url = { required: ["mode"], properties: { mode: constant("url") } };
  return object(
    {},
    { ...era.since("2025-11-25", when(url, ref("ElicitRequestURLParams"), form)), ...era.until("2025-11-25", form) },
  );
}

/** The flat subset of JSON Schema that a form may be made of. */
function requestedSchema(era: Era): Definitions {
  const about: Members = { "title?": string, "description?": string };
  const text: Members = { type: constant("string"), ...about, "default?": era.later("2025-11-25", string) };
  const strings = array(string);
  const choice = object({ const: string, title: string });
  const plainItems = object({ type: constant("string"), enum: strings });
  const titledItems = object({ anyOf: array(choice) });
  const several: Members = {
    type: constant("array"),
    ...about,
    "minItems?": integer,
    "maxItems?": integer,
    "default?": strings,
  };
  const textLimits: Members = {
    "format?": oneOf("email", "uri", "date", "date-time"),
    "minLength?": integer,
    "maxLength?": integer,
  };
  return {
    BooleanSchema: object({ type: constant("boolean"), ...about, "default?": boolean }),
    NumberSchema: object({
      type: oneOf("number", "integer"),
      ...about,
      "minimum?": number,
      "maximum?": number,
      "default?": era.later("2025-11-25", number),
    }),
    StringSchema: object({ ...text, ...textLimits }),
    UntitledSingleSelectEnumSchema: object({ ...text, enum: strings }),
    LegacyTitledEnumSchema: object({ ...text, enum: strings, "enumNames?": strings }),
    TitledSingleSelectEnumSchema: object({ ...text, oneOf: array(choice) }),
    UntitledMultiSelectEnumSchema: object({ ...several, items: plainItems }),
    TitledMultiSelectEnumSchema: object({ ...several, items: titledItems }),
    // A text with choices need not keep the limits of a free text, and the other way round.
    AnyStringSchema: object(text, {
      if: {
        anyOf: [
          { required: ["enum"], properties: { enum: strings } },
          { required: ["oneOf"], properties: { oneOf: array(choice) } },
        ],
      },
      else: object(textLimits),
    }),
    AnyMultiSelectSchema: object({
      ...several,
      items: when(
        titledItems,
        true,
        when({ required: ["anyOf"], not: { required: ["enum"] } }, titledItems, plainItems),
      ),
    }),
    PrimitiveSchemaDefinition: union("type", {
      string: "AnyStringSchema",
      number: "NumberSchema",
      integer: "NumberSchema",
      boolean: "BooleanSchema",
      array: era.laterBranch("2025-11-25", "AnyMultiSelectSchema"),
    }),
  };
}
