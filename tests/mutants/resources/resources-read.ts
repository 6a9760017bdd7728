import type { JsonObject } from "../../../src/model/json.ts";
import { mutant, resultOf } from "../../support/mutate.ts";

/** Changes the contents of complete results. */
function contents(change: (contents: readonly JsonObject[]) => unknown) {
  return resultOf("resources/read", (result) =>
    Array.isArray(result["contents"])
      ? { ...result, contents: change(result["contents"] as readonly JsonObject[]) as never }
      : result,
  );
}

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant(
    { name: "contents is one object", revisions: both, alsoBreaks },
    contents(([first]) => first),
  ),
  mutant(
    { name: "items have no uri", revisions: both, alsoBreaks },
    contents((all) => all.map(({ uri: _, ...rest }) => rest)),
  ),
  mutant(
    { name: "items have neither text nor blob", revisions: both, alsoBreaks },
    contents((all) => all.map(({ uri = "" }) => ({ uri, data: "hello" }))),
  ),
  mutant(
    { name: "a text is an array of lines", revisions: both, alsoBreaks },
    contents((all) => all.map(({ uri = "" }) => ({ uri, text: ["a", "b"] }))),
  ),
];
