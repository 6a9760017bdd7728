import type { Json, JsonObject } from "../../../src/model/json.ts";
import { mutant, resultOf } from "../../support/mutate.ts";

/** Changes the first tool of every page: the one that is least missed. */
function first(change: (tool: JsonObject) => Json) {
  return resultOf("tools/list", (result) => {
    const [tool, ...rest] = result["tools"] as readonly JsonObject[];
    return tool === undefined ? result : { ...result, tools: [change(tool), ...rest] };
  });
}

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid", "security-tool-schema-defined"];

export default [
  mutant(
    { name: "inputSchema is empty", revisions: both, alsoBreaks },
    first((tool) => ({ ...tool, inputSchema: {} })),
  ),
  mutant(
    { name: "inputSchema is null", revisions: both, alsoBreaks },
    first((tool) => ({ ...tool, inputSchema: null })),
  ),
  mutant(
    { name: "there is no inputSchema", revisions: both, alsoBreaks },
    first(({ inputSchema: _, ...rest }) => rest),
  ),
  mutant(
    { name: "inputSchema describes a string", revisions: both, alsoBreaks },
    first((tool) => ({ ...tool, inputSchema: { type: "string" } })),
  ),
  mutant(
    { name: "there is no name", revisions: both, alsoBreaks },
    first(({ name: _, ...rest }) => rest),
  ),
  mutant(
    { name: "the name is empty", revisions: ["2026-07-28"], alsoBreaks },
    first((tool) => ({ ...tool, name: "" })),
  ),
  mutant(
    { name: "required is a boolean", revisions: ["2025-11-25"], alsoBreaks },
    first((tool) => ({ ...tool, inputSchema: { type: "object", required: true } })),
  ),
  mutant(
    { name: "properties is an array", revisions: ["2025-11-25"], alsoBreaks },
    first((tool) => ({ ...tool, inputSchema: { type: "object", properties: [] } })),
  ),
];
