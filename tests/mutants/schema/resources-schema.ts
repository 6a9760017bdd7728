import type { Json, JsonObject } from "../../../src/model/json.ts";
import { mutant, resultOf, withResources } from "../../support/mutate.ts";

/** Changes the first resource of the list. */
function first(change: (resource: JsonObject) => Json) {
  return resultOf("resources/list", (result) => {
    const [resource, ...rest] = result["resources"] as readonly JsonObject[];
    return resource?.["uri"] === "memo://notes/welcome"
      ? { ...result, resources: [change(resource), ...rest] }
      : result;
  });
}

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

function called(uri: string) {
  return withResources([
    { definition: { uri, name: "odd" }, read: () => ({ kind: "error", code: -32603, message: "no" }) },
  ]);
}

export default [
  mutant({ name: "a uri has a blank and no scheme", revisions: ["2025-11-25"] }, called("my notes/today")),
  mutant({ name: "a path has a letter that is no ASCII", revisions: ["2025-11-25"] }, called("memo://notes/café")),
  mutant({ name: "a path has brackets", revisions: ["2025-11-25"] }, called("file:///pages/[id].tsx")),
  mutant({ name: "a percent sign stands for itself", revisions: ["2025-11-25"] }, called("memo://notes/100%")),
  mutant(
    { name: "a title stands in place of the name", revisions: both, alsoBreaks },
    first(({ name, ...rest }) => ({ ...rest, title: name ?? "" })),
  ),
  mutant(
    { name: "there is no uri", revisions: both, alsoBreaks },
    first(({ uri: _, ...rest }) => rest),
  ),
  mutant(
    { name: "size is a text", revisions: ["2026-07-28"], alsoBreaks },
    first((one) => ({ ...one, size: "12" })),
  ),
  mutant(
    { name: "mimeType is null", revisions: ["2026-07-28"], alsoBreaks },
    first((one) => ({ ...one, mimeType: null })),
  ),
];
