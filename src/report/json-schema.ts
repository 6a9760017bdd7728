import type { Json, JsonObject } from "../model/mod.ts";

/** The published JSON Schema (draft 2020-12) of the report. Strict: a member that it does not name is an error. */

const TEXT: JsonObject = { type: "string" };
const TEXTS: JsonObject = { type: "array", items: TEXT };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const NULLABLE_TEXT: JsonObject = { type: ["string", "null"] };

function oneOf(...values: readonly string[]): JsonObject {
  return { type: "string", enum: values };
}

function object(properties: { readonly [name: string]: Json }, optional: readonly string[] = []): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

function listOf(properties: { readonly [name: string]: Json }, optional: readonly string[] = []): JsonObject {
  return { type: "array", items: object(properties, optional) };
}

const HEADERS: JsonObject = {
  type: "array",
  items: { type: "array", prefixItems: [TEXT, TEXT], items: false, minItems: 2 },
};

const SENT: JsonObject = {
  oneOf: [
    object({ kind: { const: "http" }, method: TEXT, url: TEXT, headers: HEADERS, body: TEXT }, ["body"]),
    object({ kind: { const: "stdio" }, lines: TEXTS }),
  ],
};

const EXCHANGE = object(
  {
    id: TEXT,
    label: TEXT,
    sent: { $ref: "#/$defs/sent" },
    received: object({ status: { type: "integer" }, headers: HEADERS, messages: TEXTS }, ["status", "headers"]),
    ending: oneOf(
      "complete",
      "enough",
      "timeout",
      "reset",
      "refused",
      "malformed",
      "exited",
      "over-budget",
      "cancelled",
    ),
    detail: TEXT,
    ms: { type: "number", minimum: 0, description: "Milliseconds." },
  },
  ["sent", "detail"],
);

const FINDING = object(
  {
    message: TEXT,
    basis: { $ref: "#/$defs/basis" },
    expected: TEXT,
    actual: TEXT,
    pointer: { type: "string", description: "JSON pointer into the message that came back." },
    exchange: { $ref: "#/$defs/exchange" },
  },
  ["basis", "expected", "actual", "pointer", "exchange"],
);

const NONE: JsonObject = { type: "array", maxItems: 0 };

const TEST: JsonObject = {
  ...object(
    {
      id: TEXT,
      name: TEXT,
      category: { $ref: "#/$defs/category" },
      required: { type: "boolean" },
      passed: { type: "boolean", description: "True for a pass and for a skip." },
      skipped: { const: true, description: "Nothing was measured, because nothing was asked of this server." },
      outcome: oneOf("pass", "fail", "skip", "unknown"),
      details: TEXT,
      durationMs: { type: "number", minimum: 0 },
      specRef: { type: "string", format: "uri" },
      basis: { $ref: "#/$defs/basis" },
      level: oneOf("MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "advice"),
      clauses: { type: "array", items: { type: "string", format: "uri" } },
      findings: { type: "array", items: { $ref: "#/$defs/finding" } },
      fix: TEXT,
    },
    ["skipped"],
  ),
  allOf: [
    outcome("pass", { passed: { const: true }, findings: NONE, skipped: false }),
    outcome("fail", { passed: { const: false }, findings: { type: "array", minItems: 1 }, skipped: false }),
    outcome("skip", { passed: { const: true }, findings: NONE }, ["skipped"]),
    outcome("unknown", {
      passed: { const: false },
      findings: NONE,
      skipped: false,
      details: { type: "string", pattern: "^Not evaluable: " },
    }),
  ],
};

/** What holds besides for a test of this outcome. */
function outcome(value: string, properties: JsonObject, required: readonly string[] = []): JsonObject {
  return {
    if: { properties: { outcome: { const: value } }, required: ["outcome"] },
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema, in plain data
    then: { properties, required },
  };
}

export const REPORT_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "mcp-compliance report, schemaVersion 1",
  ...object(
    {
      schemaVersion: { const: "1" },
      specVersion: oneOf("2025-11-25", "2026-07-28"),
      toolVersion: TEXT,
      url: { type: "string", description: "The URL that was tested, without credentials, or the command line." },
      timestamp: { type: "string", format: "date-time" },
      grade: oneOf("A", "B", "C", "D", "F"),
      score: { type: "number", minimum: 0, maximum: 100 },
      overall: oneOf("pass", "partial", "fail"),
      summary: object({
        total: COUNT,
        passed: { ...COUNT, description: "Skips are in it." },
        failed: { ...COUNT, description: "What was not evaluable is in it." },
        required: COUNT,
        requiredPassed: COUNT,
        skipped: COUNT,
      }),
      categories: {
        type: "object",
        propertyNames: { $ref: "#/$defs/category" },
        additionalProperties: object({ passed: COUNT, total: COUNT, skipped: COUNT }),
      },
      tests: { type: "array", items: { $ref: "#/$defs/test" } },
      warnings: TEXTS,
      serverInfo: object({
        protocolVersion: NULLABLE_TEXT,
        name: NULLABLE_TEXT,
        version: NULLABLE_TEXT,
        capabilities: { type: "object" },
      }),
      toolCount: COUNT,
      toolNames: TEXTS,
      resourceCount: COUNT,
      resourceNames: TEXTS,
      promptCount: COUNT,
      promptNames: TEXTS,
      badge: object({ image: TEXT, markdown: TEXT }),
      baseline: {
        description: "What the run says about a list of known failures, where one was given.",
        ...object(
          {
            file: TEXT,
            known: listOf({ id: TEXT, outcome: oneOf("fail", "unknown"), reason: TEXT }),
            new: listOf({ id: TEXT, outcome: oneOf("fail", "unknown"), required: { type: "boolean" } }),
            stale: listOf({ id: TEXT, why: TEXT }),
            unseen: listOf({ id: TEXT, why: TEXT }, ["why"]),
            updated: object({ added: COUNT, removed: COUNT }),
          },
          ["updated"],
        ),
      },
    },
    ["baseline"],
  ),
  $defs: {
    category: oneOf("transport", "lifecycle", "tools", "resources", "prompts", "errors", "schema", "security"),
    basis: oneOf("spec", "advice"),
    sent: SENT,
    exchange: EXCHANGE,
    finding: FINDING,
    test: TEST,
  },
};
