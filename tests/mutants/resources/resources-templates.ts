import type { JsonObject } from "../../../src/model/json.ts";
import { failure, handling, mutant, resultOf, withTemplates } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

function broken(uriTemplate: string) {
  return withTemplates([{ definition: { uriTemplate, name: "broken" }, read: () => undefined }]);
}

export default [
  mutant({ name: "a brace is never closed", revisions: ["2025-11-25"] }, broken("file:///{path")),
  mutant({ name: "a variable has a blank in its name", revisions: ["2025-11-25"] }, broken("file:///{the path}")),
  mutant({ name: "a brace is never opened", revisions: ["2025-11-25"] }, broken("file:///path}")),
  mutant(
    { name: "entries have uri in place of uriTemplate", revisions: both, alsoBreaks },
    resultOf("resources/templates/list", (result) => ({
      ...result,
      resourceTemplates: (result["resourceTemplates"] as readonly JsonObject[]).map(
        ({ uriTemplate = "", ...rest }) => ({ uri: uriTemplate, ...rest }),
      ),
    })),
  ),
  mutant(
    { name: "entries have no name", revisions: both, alsoBreaks },
    resultOf("resources/templates/list", (result) => ({
      ...result,
      resourceTemplates: (result["resourceTemplates"] as readonly JsonObject[]).map(({ name: _, ...rest }) => rest),
    })),
  ),
  mutant(
    { name: "the array is called templates", revisions: both, alsoBreaks },
    resultOf("resources/templates/list", ({ resourceTemplates = [], nextCursor: _, ...rest }) => ({
      ...rest,
      templates: resourceTemplates,
    })),
  ),
  mutant(
    { name: "the list is an internal error", revisions: ["2026-07-28"] },
    handling("resources/templates/list", () => failure(-32603, "Internal error")),
  ),
];
