import type { Json, JsonObject } from "../../../src/model/json.ts";
import { mutant, resultOf } from "../../support/mutate.ts";

function prompts(change: (prompt: JsonObject) => Json) {
  return resultOf("prompts/list", (result) => ({
    ...result,
    prompts: (result["prompts"] as readonly JsonObject[]).map(change),
  }));
}

/** Changes the arguments of the prompts that have some. */
function args(change: (list: readonly JsonObject[]) => Json) {
  return prompts((prompt) =>
    Array.isArray(prompt["arguments"])
      ? { ...prompt, arguments: change(prompt["arguments"] as readonly JsonObject[]) }
      : prompt,
  );
}

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant(
    { name: "arguments is an object keyed by name", revisions: both, alsoBreaks },
    args((list) => Object.fromEntries(list.map(({ name, ...rest }) => [String(name), rest]))),
  ),
  mutant(
    { name: "required is a text", revisions: both, alsoBreaks },
    args((list) => list.map((one) => ({ ...one, required: "yes" }))),
  ),
  mutant(
    { name: "arguments have no name", revisions: both, alsoBreaks },
    args((list) => list.map(({ name: _, ...rest }) => rest)),
  ),
  mutant(
    { name: "arguments is a list of names", revisions: both, alsoBreaks },
    args((list) => list.map(({ name = "" }) => name)),
  ),
  mutant(
    { name: "the first prompt has no name", revisions: both, alsoBreaks },
    prompts((prompt) => {
      const { name, ...rest } = prompt;
      return name === "standup" ? rest : prompt;
    }),
  ),
];
