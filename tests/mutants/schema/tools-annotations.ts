import type { Json, JsonObject } from "../../../src/model/json.ts";
import { mutant, resultOf } from "../../support/mutate.ts";

/** Sets the annotations of the last tool on every page. */
function annotated(change: (annotations: JsonObject) => Json) {
  return resultOf("tools/list", (result) => ({
    ...result,
    tools: (result["tools"] as readonly JsonObject[]).map((tool, index, all) =>
      index === all.length - 1 ? { ...tool, annotations: change(tool["annotations"] as JsonObject) } : tool,
    ),
  }));
}

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant(
    { name: "readOnlyHint is a text", revisions: both, alsoBreaks },
    annotated((all) => ({ ...all, readOnlyHint: "true" })),
  ),
  mutant(
    { name: "openWorldHint is null", revisions: both, alsoBreaks },
    annotated((all) => ({ ...all, openWorldHint: null })),
  ),
  mutant(
    { name: "title is an array", revisions: both, alsoBreaks },
    annotated((all) => ({ ...all, title: ["a"] })),
  ),
  mutant(
    { name: "annotations is a list of hints", revisions: both, alsoBreaks },
    annotated(() => ["readOnlyHint"]),
  ),
];
