import { mutant, resultOf } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;

/** Asks for input wherever the client could give it. */
function asking(method: string) {
  return resultOf(method, (result, { context }) =>
    "elicitation" in (context?.clientCapabilities ?? {})
      ? {
          resultType: "input_required",
          requestState: "later",
          ...(result["_meta"] === undefined ? {} : { _meta: result["_meta"] }),
        }
      : result,
  );
}

export default [
  mutant(
    { name: "tools/list asks for input when elicitation is declared", revisions, alsoBreaks: ["schema-wire-valid"] },
    asking("tools/list"),
  ),
  mutant({ name: "discovery asks for input", revisions, alsoBreaks: ["schema-wire-valid"] }, asking("server/discover")),
];
