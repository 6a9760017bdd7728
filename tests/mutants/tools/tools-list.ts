import { failure, handling, mutant, resultOf, setting } from "../../support/mutate.ts";

export default [
  mutant(
    {
      name: "tools is an object keyed by name",
      revisions: ["2025-11-25", "2026-07-28"],
      alsoBreaks: ["schema-wire-valid"],
    },
    setting("tools/list", "/result/tools", { echo: { inputSchema: { type: "object" } } }),
  ),
  mutant(
    { name: "tools is missing", revisions: ["2025-11-25", "2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    resultOf("tools/list", ({ tools, nextCursor, ...rest }) => ({ ...rest, items: tools ?? [] })),
  ),
  mutant(
    { name: "tools is declared and answered with an error", revisions: ["2025-11-25", "2026-07-28"] },
    handling("tools/list", () => failure(-32603, "Internal error")),
  ),
  mutant(
    {
      name: "an entry is a text",
      revisions: ["2026-07-28"],
      alsoBreaks: ["tools-schema", "schema-wire-valid", "security-tool-schema-defined"],
    },
    resultOf("tools/list", (result) => ({
      ...result,
      tools: ["echo", ...(result["tools"] as readonly object[])] as never,
    })),
  ),
  mutant(
    {
      name: "nextCursor is a number",
      revisions: ["2026-07-28"],
      alsoBreaks: ["tools-pagination", "schema-wire-valid"],
    },
    setting("tools/list", "/result/nextCursor", 2),
  ),
];
