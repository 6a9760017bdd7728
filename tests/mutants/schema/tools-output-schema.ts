import type { Json, JsonObject } from "../../../src/model/json.ts";
import { mutant, resultOf } from "../../support/mutate.ts";

/** Sets the outputSchema of the tools that have one. */
function schema(value: Json) {
  return resultOf("tools/list", (result) => ({
    ...result,
    tools: (result["tools"] as readonly JsonObject[]).map((tool) =>
      "outputSchema" in tool ? { ...tool, outputSchema: value } : tool,
    ),
  }));
}

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant({ name: "outputSchema is an array of field names", revisions: both, alsoBreaks }, schema(["sum"])),
  mutant({ name: "outputSchema is null", revisions: both, alsoBreaks }, schema(null)),
  mutant({ name: "outputSchema is true", revisions: both, alsoBreaks }, schema(true)),
  mutant({ name: "outputSchema describes an array", revisions: ["2025-11-25"] }, schema({ type: "array", items: {} })),
  mutant({ name: "outputSchema has no type", revisions: ["2025-11-25"] }, schema({ properties: {} })),
];
