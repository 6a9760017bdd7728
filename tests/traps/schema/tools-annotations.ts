import type { JsonObject } from "../../../src/model/json.ts";
import { resultOf, trap } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

function annotated(annotations: JsonObject | undefined) {
  return resultOf("tools/list", (result) => ({
    ...result,
    tools: (result["tools"] as readonly JsonObject[]).map(({ annotations: _, ...rest }) =>
      annotations === undefined ? rest : { ...rest, annotations },
    ),
  }));
}

export default [
  trap(
    { name: "a tool only reads and destroys", revisions: both },
    annotated({ readOnlyHint: true, destructiveHint: true }),
  ),
  trap(
    { name: "there are hints that nobody knows", revisions: both },
    annotated({ readOnlyHint: true, expensiveHint: "very", "com.example/cost": 3 }),
  ),
  trap({ name: "annotations is empty", revisions: both }, annotated({})),
  trap({ name: "there are no annotations", revisions: both }, annotated(undefined)),
];
