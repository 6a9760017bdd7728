import type { JsonObject } from "../../../src/model/json.ts";
import { failure, handling, resultOf, trap } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

function contents(change: (contents: readonly JsonObject[]) => readonly unknown[]) {
  return resultOf("resources/read", (result) =>
    Array.isArray(result["contents"])
      ? { ...result, contents: change(result["contents"] as readonly JsonObject[]) as never }
      : result,
  );
}

export default [
  trap(
    { name: "files are empty", revisions: both },
    contents((all) => all.map(({ uri = "" }) => ({ uri, text: "" }))),
  ),
  trap(
    { name: "a folder is read as what is in it", revisions: both },
    contents((all) => all.flatMap((one) => [one, { ...one, uri: `${String(one["uri"])}/a` }])),
  ),
  trap(
    { name: "listed resources are read with empty contents", revisions: both },
    contents(() => []),
  ),
  trap(
    { name: "one listed resource is refused", revisions: both },
    handling("resources/read", (params, context, before) =>
      params["uri"] === "memo://notes/welcome" ? failure(-32603, "The file is locked") : before(params, context),
    ),
  ),
];
