import { said, tool, trap, withTools } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "inputSchema is a bare object", revisions: both },
    withTools([tool("now2", {}, () => said("now"), { inputSchema: { type: "object" } })]),
  ),
  trap(
    { name: "inputSchema is of draft-07", revisions: both },
    withTools([
      tool("older", { a: { type: "string" } }, () => said("a"), {
        inputSchema: {
          $schema: "http://json-schema.org/draft-07/schema#",
          type: "object",
          properties: { a: { type: "string", description: "Some text." } },
        },
      }),
    ]),
  ),
  trap(
    { name: "a tool has no description, and a slash in its name", revisions: both },
    withTools([
      {
        definition: { name: "files/read", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
        call: () => said("read"),
      },
    ]),
  ),
  trap(
    { name: "inputSchema combines others", revisions: ["2026-07-28"] },
    withTools([
      tool("combine", {}, () => said("both"), {
        inputSchema: {
          type: "object",
          $defs: { word: { type: "string", description: "One word." } },
          properties: { a: { $ref: "#/$defs/word" } },
          allOf: [{ required: ["a"] }],
          if: { properties: { a: { const: "b" } } },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { properties: { c: { type: "integer", description: "A number." } } },
        },
      }),
    ]),
  ),
];
