import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildSchemas, moduleOf } from "../../scripts/build-schemas.ts";
import type { Json, Revision } from "../../src/model/mod.ts";
import { PUBLISHED_REVISIONS, REVISIONS } from "../../src/model/mod.ts";
import { definitions as of20251125 } from "../../src/protocol/schemas/2025-11-25/mod.ts";
import { definitions as of20260728 } from "../../src/protocol/schemas/2026-07-28/mod.ts";
import {
  hasDefinition,
  notificationDefinitionOf,
  requestDefinitionOf,
  resultDefinitionOf,
  validate,
} from "../../src/protocol/schemas/validators.ts";

const OLD = "2025-11-25";
const NEW = "2026-07-28";

function messages(revision: Revision, definition: string, value: Json, negotiated?: string): readonly string[] {
  return validate(revision, definition, value, negotiated).map((one) => `${one.pointer} ${one.message}`);
}

const tool = { name: "add", inputSchema: { type: "object" } };
const hints = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

describe("messages of the validators", () => {
  it("point at the object that lacks a member and name what it has", () => {
    expect(messages(OLD, "ListToolsResult", { tools: [tool, { name: "sub", input_schema: {} }] })).toEqual([
      '/tools/1 tools[1] lacks the required member "inputSchema" (it has "name", "input_schema")',
    ]);
  });

  it("say what was expected and what is there", () => {
    const [fault] = validate(OLD, "ListToolsResult", { tools: [{ ...tool, name: 7 }] });
    expect(fault).toEqual({
      pointer: "/tools/0/name",
      message: "tools[0].name must be a string, not the number 7",
      expected: "a string",
      actual: "the number 7",
    });
  });

  it("name the definition where the value itself is wrong", () => {
    expect(messages(OLD, "ListToolsResult", [])).toEqual([
      " ListToolsResult must be an object, not an array of 0 items",
    ]);
    expect(messages(NEW, "CallToolAnswer", { resultType: "complete" })).toEqual([
      ' CallToolResult lacks the required member "content" (it has "resultType")',
    ]);
  });

  it("list the values of an enum once, without a second line about the type", () => {
    expect(messages(OLD, "Tool", { ...tool, execution: { taskSupport: 5 } })).toEqual([
      '/execution/taskSupport execution.taskSupport must be one of "forbidden", "optional", "required", not the number 5',
    ]);
  });

  it("escape pointers by RFC 6901 and write other keys in brackets", () => {
    const value = { resultType: "input_required", inputRequests: { "a/b~c": { method: "ping" } } };
    expect(messages(NEW, "InputRequiredResult", value)).toEqual([
      '/inputRequests/a~1b~0c/method inputRequests["a/b~c"].method must be one of "elicitation/create", ' +
        '"sampling/createMessage", "roots/list", not the string "ping"',
    ]);
  });

  it("shorten long texts and long lists of members", () => {
    const [long] = messages(OLD, "Role", "x".repeat(500));
    expect(long?.length).toBeLessThan(150);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, 1]));
    expect(messages(OLD, "Root", many)[0]).toContain("and 22 more");
  });

  it("stop at about fifty faults of thousands, and the first are right", () => {
    const faults = validate(OLD, "ListToolsResult", { tools: Array.from({ length: 5000 }, () => ({})) });
    expect(faults.length).toBeLessThanOrEqual(50);
    expect(faults[0]?.pointer).toBe("/tools/0");
  });

  it("throw for a definition that does not exist: that is the caller's mistake", () => {
    expect(() => validate(NEW, "InitializeResult", {})).toThrow("the schema of 2026-07-28 has no definition");
    expect(() => validate(OLD, "toString", {})).toThrow("no definition");
  });
});

describe("unions", () => {
  it("judge a content block by the branch that its type names, and by no other", () => {
    const content = [{ type: "image", data: 5 }, { type: "zip" }, { typ: "text" }, "text", { type: "text", text: "" }];
    expect(messages(OLD, "CallToolResult", { content })).toEqual([
      '/content/0 content[0] lacks the required member "mimeType" (it has "type", "data")',
      "/content/0/data content[0].data must be a string, not the number 5",
      '/content/1/type content[1].type must be one of "text", "image", "audio", "resource_link", "resource", ' +
        'not the string "zip"',
      '/content/2 content[2] lacks the required member "type" (it has "typ")',
      '/content/3 content[3] must be an object, not the string "text"',
    ]);
  });

  it("ask resource contents for text or blob in one line", () => {
    expect(messages(OLD, "ReadResourceResult", { contents: [{ uri: "a:b" }] })).toEqual([
      '/contents/0 contents[0] must be an object with one of the members "text", "blob", not an object with "uri"',
    ]);
    expect(messages(OLD, "ReadResourceResult", { contents: [{ uri: "a:b", text: null }] })).toEqual([
      "/contents/0/text contents[0].text must be a string, not null",
    ]);
    expect(messages(OLD, "ReadResourceResult", { contents: [{ uri: "a:b", text: "" }] })).toEqual([]);
    expect(messages(OLD, "ReadResourceResult", { contents: [{ uri: "a:b", blob: "" }] })).toEqual([]);
  });

  it("choose the elicitation by its mode, a form where there is none", () => {
    expect(messages(NEW, "ElicitRequestParams", { mode: "url", message: "m" })).toEqual([
      ' ElicitRequestParams lacks the required member "url" (it has "mode", "message")',
    ]);
    expect(messages(NEW, "ElicitRequestParams", { message: "m" })).toEqual([
      ' ElicitRequestParams lacks the required member "requestedSchema" (it has "message")',
    ]);
    const form = (properties: Json) => ({ message: "m", requestedSchema: { type: "object", properties } });
    expect(messages(NEW, "ElicitRequestParams", form({ a: { type: "object" } }))).toEqual([
      "/requestedSchema/properties/a/type requestedSchema.properties.a.type must be one of " +
        '"string", "number", "integer", "boolean", "array", not the string "object"',
    ]);
    const sound = {
      legacy: { type: "string", enum: ["a"], enumNames: ["A"] },
      titled: { type: "string", oneOf: [{ const: "a", title: "A" }] },
      several: { type: "array", items: { anyOf: [{ const: "a", title: "A" }] } },
      price: { type: "number", minimum: 0.5, default: 1.5 },
    };
    expect(messages(NEW, "ElicitRequestParams", form(sound))).toEqual([]);
  });

  it("judge a notification of a server by its method", () => {
    const progress = {
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: 1.5, progress: 0.5 },
    };
    expect(messages(OLD, "ServerNotification", progress)).toEqual([
      "/params/progressToken params.progressToken must be a string or a whole number, not the number 1.5",
    ]);
  });

  it("choose by resultType what a method of 2026-07-28 answered", () => {
    expect(messages(NEW, "CallToolAnswer", { resultType: "input_required", requestState: 5 })).toEqual([
      "/requestState requestState must be a string, not the number 5",
    ]);
    expect(messages(NEW, "CallToolAnswer", { resultType: "task", taskId: "1" })).toEqual([]);
    expect(messages(NEW, "CallToolAnswer", { content: [] })).toEqual([
      ' CallToolResult lacks the required member "resultType" (it has "content")',
    ]);
    expect(messages(NEW, "ReadResourceAnswer", { ...hints, contents: [] })).toEqual([]);
  });
});

describe("traps: unusual and sound", () => {
  const sound: readonly (readonly [Revision, string, Json])[] = [
    [OLD, "ListToolsResult", { tools: [], nextCursor: "", "x-vendor": null }],
    [OLD, "Tool", { ...tool, inputSchema: { type: "object", $schema: "http://json-schema.org/draft-07/schema#" } }],
    [OLD, "ProgressNotificationParams", { progressToken: 1, progress: 0.25, total: 0.5 }],
    [OLD, "Resource", { uri: "not a uri: judged by its own rule", name: "" }],
    [OLD, "Resource", { uri: "a:b", name: "n", size: 1.5 }],
    [OLD, "ImageContent", { type: "image", data: "@@@", mimeType: "" }],
    [OLD, "JSONRPCErrorResponse", { jsonrpc: "2.0", id: null, error: { code: -32700, message: "" } }],
    [OLD, "JSONRPCErrorResponse", { jsonrpc: "2.0", error: { code: -32700, message: "", data: null } }],
    [OLD, "ServerCapabilities", { experimental: { "com.example": { a: null } }, sampling: true, extensions: 1 }],
    [OLD, "CancelledNotificationParams", {}],
    [OLD, "LoggingMessageNotificationParams", { level: "info", data: null }],
    [NEW, "ServerCapabilities", { experimental: { x: { a: null, b: 1.5 } }, extensions: { "a/b": {} } }],
    [NEW, "CallToolResult", { resultType: "complete", content: [], structuredContent: null }],
    [NEW, "Tool", { ...tool, outputSchema: { type: "array" } }],
    [NEW, "ListToolsResult", { ...hints, ttlMs: 3600000.0, tools: [] }],
    [NEW, "ListRootsRequest", { method: "roots/list" }],
  ];

  it.each(sound)("%s %s takes %j", (revision, definition, value) => {
    expect(validate(revision, definition, value)).toEqual([]);
  });

  const faulty: readonly (readonly [Revision, string, Json, readonly string[]])[] = [
    [OLD, "Tool", { ...tool, description: null }, ["/description"]],
    [OLD, "Tool", { ...tool, outputSchema: { type: "array" } }, ["/outputSchema/type"]],
    [OLD, "CallToolResult", { content: [], structuredContent: null }, ["/structuredContent"]],
    [OLD, "ListToolsResult", { tools: [], nextCursor: null }, ["/nextCursor"]],
    [OLD, "JSONRPCErrorResponse", { jsonrpc: "2.0", error: { code: -32700.5, message: "" } }, ["/error/code"]],
    [NEW, "ListToolsResult", { tools: [] }, ["", "", ""]],
    [NEW, "ListToolsResult", { ...hints, ttlMs: -1, tools: [] }, ["/ttlMs"]],
    [NEW, "ListToolsResult", { ...hints, ttlMs: 0.5, tools: [] }, ["/ttlMs"]],
    [NEW, "Resource", { uri: "a:b", name: "n", size: "12" }, ["/size"]],
    [NEW, "ServerCapabilities", { extensions: { "a/b": true } }, ["/extensions/a~1b"]],
  ];

  it.each(faulty)("%s %s refuses %j", (revision, definition, value, pointers) => {
    expect(validate(revision, definition, value).map((one) => one.pointer)).toEqual(pointers);
  });

  it("refuse more than 100 completions in 2026-07-28 only", () => {
    const completion = { values: Array.from({ length: 101 }, () => "a") };
    expect(messages(NEW, "CompleteResult", { resultType: "complete", completion })).toEqual([
      "/completion/values completion.values must be an array of at most 100 items, not an array of 101 items",
    ]);
    expect(messages(OLD, "CompleteResult", { completion })).toEqual([]);
  });
});

describe("older revisions that a server negotiated", () => {
  it("are not judged on what they do not know yet", () => {
    const later = { ...tool, title: 1, icons: 1, outputSchema: 1, execution: 1, _meta: 1, annotations: 1 };
    expect(messages(OLD, "Tool", later, "2024-11-05")).toEqual([]);
    expect(messages(OLD, "Tool", later, "2025-03-26").map((one) => one.split(" ")[0])).toEqual(["/annotations"]);
    const in2025June = validate(OLD, "Tool", later, "2025-06-18").map((one) => one.pointer);
    expect(in2025June.sort()).toEqual(["/_meta", "/annotations", "/outputSchema", "/title"]);
    expect(validate(OLD, "Tool", later)).toHaveLength(6);
  });

  it("are judged on what they do know", () => {
    expect(messages(OLD, "Tool", { ...tool, description: 1 }, "2024-11-05")).toHaveLength(1);
  });

  it("refuse content that came later", () => {
    const audio = { content: [{ type: "audio", data: "", mimeType: "audio/wav" }] };
    expect(messages(OLD, "CallToolResult", audio, "2024-11-05")).toEqual([
      '/content/0/type content[0].type is "audio", which only 2025-03-26 brought',
    ]);
    expect(messages(OLD, "CallToolResult", audio, "2025-03-26")).toEqual([]);
  });

  it("keep what fell away later", () => {
    expect(messages(OLD, "CancelledNotificationParams", {}, "2025-06-18")).toEqual([
      ' CancelledNotificationParams lacks the required member "requestId"',
    ]);
  });

  it("knew forms only, and no mode", () => {
    const form = { mode: "url", message: "m", requestedSchema: { type: "object", properties: {} } };
    expect(messages(OLD, "ElicitRequestParams", form, "2025-06-18")).toEqual([]);
    expect(validate(OLD, "ElicitRequestParams", form)).not.toEqual([]);
  });
});

describe("the tables of methods", () => {
  it("name definitions that exist", () => {
    const methods = [
      ...["initialize", "ping", "server/discover", "subscriptions/listen", "completion/complete", "logging/setLevel"],
      ...["tools", "resources", "resources/templates", "prompts", "tasks", "roots"].map((one) => `${one}/list`),
      ...["tools/call", "resources/read", "resources/subscribe", "resources/unsubscribe", "prompts/get"],
      ...["tasks/get", "tasks/result", "tasks/cancel", "sampling/createMessage", "elicitation/create"],
    ];
    const notifications = ["cancelled", "progress", "message", "initialized", "tasks/status", "elicitation/complete"];
    const changes = ["tools", "prompts", "resources", "roots"].map((one) => `${one}/list_changed`);
    const told = [...notifications, ...changes, "resources/updated", "subscriptions/acknowledged"];
    const counts = REVISIONS.map((revision) => {
      const names = [
        ...methods.flatMap((one) => [resultDefinitionOf(revision, one), requestDefinitionOf(revision, one)]),
        ...told.map((one) => notificationDefinitionOf(revision, `notifications/${one}`)),
      ].filter((one) => one !== undefined);
      for (const name of names) expect(hasDefinition(revision, name), `${revision} ${name}`).toBe(true);
      return names.length;
    });
    expect(counts).toEqual([20 + 20 + 11, 13 + 13 + 8]);
  });

  it("know no method of another revision, and none of the prototype", () => {
    expect(resultDefinitionOf(NEW, "initialize")).toBeUndefined();
    expect(resultDefinitionOf(OLD, "server/discover")).toBeUndefined();
    expect(resultDefinitionOf(OLD, "constructor")).toBeUndefined();
    expect(notificationDefinitionOf(NEW, "notifications/tasks")).toBeUndefined();
  });

  it("know what an older negotiated revision knows", () => {
    expect(resultDefinitionOf(OLD, "tasks/get", undefined, "2025-06-18")).toBeUndefined();
    expect(requestDefinitionOf(OLD, "elicitation/create", "2025-03-26")).toBeUndefined();
    expect(requestDefinitionOf(OLD, "elicitation/create", "2025-06-18")).toBe("ElicitRequest");
    expect(PUBLISHED_REVISIONS.map((one) => notificationDefinitionOf(OLD, "notifications/tasks/status", one))).toEqual([
      undefined,
      undefined,
      undefined,
      "TaskStatusNotification",
      "TaskStatusNotification",
    ]);
  });

  it("expect a task where one was asked for", () => {
    expect(resultDefinitionOf(OLD, "tools/call", { name: "a", task: {} })).toBe("CreateTaskResult");
    expect(resultDefinitionOf(OLD, "tools/call", { name: "a" })).toBe("CallToolResult");
    expect(resultDefinitionOf(OLD, "tools/list", { task: {} })).toBe("ListToolsResult");
  });
});

describe("the compiled modules", () => {
  const compiled = (name: string) =>
    readFileSync(new URL(`../../compiled/schemas/${name}.js`, import.meta.url), "utf8");

  it("are those that the schema modules give: else run `npm run build`", async () => {
    expect(compiled(OLD).endsWith(await moduleOf(of20251125))).toBe(true);
    expect(compiled(NEW).endsWith(await moduleOf(of20260728))).toBe(true);
    expect(typeof buildSchemas).toBe("function");
  });

  const META_SCHEMAS = ["2020-12", "2019-09", "draft-07", "draft-06"].map((dialect) => `meta-schema-${dialect}`);

  it("import nothing and evaluate no text", () => {
    for (const name of [...REVISIONS, ...META_SCHEMAS]) {
      // ajv's own comparison carries the words by which other code would load it; they are only a text.
      const code = compiled(name).replaceAll(/\.code='require\("ajv\/[^']*'/g, "");
      expect(code).not.toMatch(/\bimport\b|\brequire\(|\beval\(|\bFunction\(/);
    }
  });

  it("stay small enough to be read at every start", () => {
    for (const name of [OLD, NEW]) expect(compiled(name).length).toBeLessThan(170_000);
    for (const name of META_SCHEMAS) expect(compiled(name).length).toBeLessThan(50_000);
  });
});
