import type { JsonObject } from "../../../src/model/json.ts";
import { resultOf, trap } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

function prompts(change: (prompt: JsonObject) => JsonObject) {
  return resultOf("prompts/list", (result) => ({
    ...result,
    prompts: (result["prompts"] as readonly JsonObject[]).map(change),
  }));
}

export default [
  trap(
    { name: "prompts have no description and no title", revisions: both },
    prompts(({ description: _, title: __, ...rest }) => rest),
  ),
  trap(
    { name: "arguments is empty", revisions: both },
    prompts((prompt) => ("arguments" in prompt ? prompt : { ...prompt, arguments: [] })),
  ),
  trap(
    { name: "arguments have a name alone", revisions: both },
    prompts((prompt) =>
      Array.isArray(prompt["arguments"])
        ? { ...prompt, arguments: (prompt["arguments"] as readonly JsonObject[]).map(({ name = "" }) => ({ name })) }
        : prompt,
    ),
  ),
];
