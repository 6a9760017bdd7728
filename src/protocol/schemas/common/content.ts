import type { Definitions, Era, Members } from "../shape.ts";
import { array, boolean, constant, number, object, oneOf, plain, ref, string, union, when } from "../shape.ts";

/** Content blocks, resource contents and what is listed: tools aside, the same in both revisions. */
export function content(era: Era): Definitions {
  const later = era.later;
  const meta: Members = { "_meta?": later("2025-06-18", plain) };
  const icons: Members = { "icons?": later("2025-11-25", array(ref("Icon"))) };
  const named: Members = { name: string, "title?": later("2025-06-18", string) };
  const noted: Members = { "annotations?": ref("Annotations"), ...meta };
  const contents: Members = { uri: string, "mimeType?": string, ...meta };
  const resource: Members = {
    ...named,
    ...icons,
    uri: string,
    "description?": string,
    "mimeType?": string,
    // Bytes. The specification's TypeScript source says number.
    "size?": number,
    ...noted,
  };
  const media: Members = { data: string, mimeType: string, ...noted };

  return {
    Role: oneOf("user", "assistant"),
    Annotations: object({
      "audience?": array(ref("Role")),
      "priority?": { type: "number", minimum: 0, maximum: 1 },
      "lastModified?": later("2025-06-18", string),
    }),
    Icon: object({ src: string, "mimeType?": string, "sizes?": array(string), "theme?": oneOf("light", "dark") }),
    Icons: object({ "icons?": array(ref("Icon")) }),
    BaseMetadata: object(named),
    Implementation: object({
      ...named,
      ...icons,
      version: string,
      "description?": later("2025-11-25", string),
      "websiteUrl?": later("2025-11-25", string),
    }),

    TextContent: object({ type: constant("text"), text: string, ...noted }),
    ImageContent: object({ type: constant("image"), ...media }),
    AudioContent: object({ type: constant("audio"), ...media }),
    ResourceLink: object({ type: constant("resource_link"), ...resource }),
    EmbeddedResource: object({ type: constant("resource"), resource: ref("AnyResourceContents"), ...noted }),
    ContentBlock: union("type", {
      text: "TextContent",
      image: "ImageContent",
      audio: era.laterBranch("2025-03-26", "AudioContent"),
      resource_link: era.laterBranch("2025-06-18", "ResourceLink"),
      resource: "EmbeddedResource",
    }),

    ResourceContents: object(contents),
    TextResourceContents: object({ ...contents, text: string }),
    BlobResourceContents: object({ ...contents, blob: string }),
    // Text or blob. One sound member is enough, whatever the other holds: the other is then an unknown member.
    AnyResourceContents: object(contents, {
      anyOf: [{ required: ["text"] }, { required: ["blob"] }],
      allOf: [
        when({ required: ["blob"], properties: { blob: string } }, true, { properties: { text: string } }),
        when({ required: ["text"], properties: { text: string } }, true, { properties: { blob: string } }),
      ],
    }),

    Resource: object(resource),
    ResourceTemplate: object({
      ...named,
      ...icons,
      uriTemplate: string,
      "description?": string,
      "mimeType?": string,
      ...noted,
    }),
    Prompt: object({
      ...named,
      ...icons,
      "description?": string,
      "arguments?": array(ref("PromptArgument")),
      ...meta,
    }),
    PromptArgument: object({ ...named, "description?": string, "required?": boolean }),
    PromptMessage: object({ role: ref("Role"), content: ref("ContentBlock") }),
    PromptReference: object({ type: constant("ref/prompt"), ...named }),
    ResourceTemplateReference: object({ type: constant("ref/resource"), uri: string }),
    ToolAnnotations: object({
      "title?": string,
      "readOnlyHint?": boolean,
      "destructiveHint?": boolean,
      "idempotentHint?": boolean,
      "openWorldHint?": boolean,
    }),
    Root: object({ uri: string, "name?": string, ...meta }),
  };
}

/** Members of every listed tool; the schemas in it differ by revision. */
export function toolMembers(era: Era): Members {
  return {
    name: string,
    "title?": era.later("2025-06-18", string),
    "icons?": era.later("2025-11-25", array(ref("Icon"))),
    "description?": string,
    "annotations?": era.later("2025-03-26", ref("ToolAnnotations")),
    "_meta?": era.later("2025-06-18", plain),
  };
}
