import type { Json, JsonObject } from "../../../src/model/json.ts";
import { failure, handling, mutant, resultOf } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

/** Changes each message of complete results. */
function messages(change: (message: JsonObject) => Json) {
  return resultOf("prompts/get", (result) =>
    Array.isArray(result["messages"])
      ? { ...result, messages: (result["messages"] as readonly JsonObject[]).map(change) }
      : result,
  );
}

export default [
  mutant(
    { name: "content is an array of blocks", revisions: both, alsoBreaks },
    messages((message) => ({ ...message, content: [message["content"] ?? null] })),
  ),
  mutant(
    { name: "content is a text", revisions: both, alsoBreaks },
    messages((message) => ({ ...message, content: "Hello" })),
  ),
  mutant(
    { name: "the role is system", revisions: both, alsoBreaks },
    messages((message) => ({ ...message, role: "system" })),
  ),
  mutant(
    { name: "the content has a type that nobody knows", revisions: both, alsoBreaks },
    messages((message) => ({ ...message, content: { type: "markdown", text: "Hello" } })),
  ),
  mutant(
    { name: "there is one message and no array", revisions: both, alsoBreaks },
    resultOf("prompts/get", (result) =>
      Array.isArray(result["messages"])
        ? { ...result, messages: (result["messages"] as readonly Json[])[0] ?? null }
        : result,
    ),
  ),
  mutant(
    {
      name: "listed prompts are unknown as a method",
      revisions: ["2026-07-28"],
      alsoBreaks: ["lifecycle-capability-handlers-match"],
    },
    handling("prompts/get", () => failure(-32601, "Method not found")),
  ),
];
