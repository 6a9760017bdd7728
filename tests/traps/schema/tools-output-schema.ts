import { result, text, tool, trap, withTools } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

function returning(outputSchema: object, value: unknown) {
  const structuredContent = value as never;
  return withTools([
    tool("give", {}, () => result({ content: [text(JSON.stringify(value))], structuredContent }), {
      outputSchema: outputSchema as never,
    }),
  ]);
}

export default [
  trap(
    { name: "outputSchema is of draft-07", revisions: both },
    returning(
      { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: { a: { type: "number" } } },
      { a: 1 },
    ),
  ),
  trap({ name: "outputSchema has no properties", revisions: both }, returning({ type: "object" }, { a: 1 })),
  trap(
    { name: "the root is an array", revisions: ["2026-07-28"] },
    returning({ type: "array", items: { type: "string" } }, ["a"]),
  ),
  trap({ name: "the root is a string", revisions: ["2026-07-28"] }, returning({ type: "string" }, "a")),
  trap({ name: "outputSchema is empty", revisions: ["2026-07-28"] }, returning({}, 7)),
];
