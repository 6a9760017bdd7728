import type { JsonObject } from "../../../src/model/json.ts";
import { resultOf, trap, withPrompts } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap({ name: "there are no prompts", revisions: both }, withPrompts([], "only")),
  trap(
    { name: "prompts have a name and nothing else", revisions: both },
    resultOf("prompts/list", (result) => ({
      ...result,
      prompts: (result["prompts"] as readonly JsonObject[]).map(({ name = "" }) => ({ name })),
    })),
  ),
];
