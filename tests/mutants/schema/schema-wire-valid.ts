import type { Json, JsonObject } from "../../../src/model/json.ts";
import { errorOf, mutant, resultOf, setting } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;

export default [
  mutant(
    { name: "one resource has its size as a text", revisions, alsoBreaks: ["resources-schema"] },
    resultOf("resources/list", (result) => ({
      ...result,
      resources: (result["resources"] as readonly JsonObject[]).map((one) =>
        "size" in one ? { ...one, size: "12" } : one,
      ),
    })),
  ),
  mutant(
    { name: "icons are addresses and no objects", revisions },
    resultOf("tools/list", (result) => ({
      ...result,
      tools: (result["tools"] as readonly JsonObject[]).map((one) => ({
        ...one,
        icons: ["https://example.com/a.png"],
      })),
    })),
  ),
  mutant(
    { name: "the values of a completion are objects", revisions, alsoBreaks: ["lifecycle-completions"] },
    resultOf("completion/complete", (result) => ({
      ...result,
      completion: { values: [{ value: "a" }] as readonly Json[] },
    })),
  ),
  mutant(
    { name: "instructions are a list", revisions, alsoBreaks: ["lifecycle-instructions"] },
    setting("server/discover", "/result/instructions", ["a"]),
  ),
  mutant(
    { name: "-32021 does not say which capability is needed", revisions },
    errorOf(
      () => true,
      ({ data, ...error }) =>
        error["code"] === -32021 ? error : { ...error, ...(data === undefined ? {} : { data }) },
    ),
  ),
];
