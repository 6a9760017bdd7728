import type { JsonObject } from "../../../src/model/json.ts";
import { resultOf, trap } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

function tools(change: (tool: JsonObject, index: number) => JsonObject) {
  return resultOf("tools/list", (result) => ({
    ...result,
    tools: (result["tools"] as readonly JsonObject[]).map(change),
  }));
}

export default [
  trap(
    { name: "some tools have no title", revisions: both },
    tools(({ title, ...rest }, index) => (index === 0 ? rest : { ...rest, title: title ?? "" })),
  ),
  trap(
    { name: "no tool has a title", revisions: both },
    tools(({ title: _, ...rest }) => rest),
  ),
  trap(
    { name: "the title is the name", revisions: both },
    tools((tool) => ({ ...tool, title: tool["name"] ?? "" })),
  ),
  trap(
    { name: "the title is empty", revisions: both },
    tools((tool) => ({ ...tool, title: "" })),
  ),
  trap(
    { name: "only annotations have a title", revisions: both },
    tools(({ title: _, ...rest }) => ({
      ...rest,
      annotations: { ...(rest["annotations"] as JsonObject), title: "A" },
    })),
  ),
];
