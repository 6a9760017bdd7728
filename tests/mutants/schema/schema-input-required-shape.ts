import type { Json, JsonObject } from "../../../src/model/json.ts";
import { handling, mutant, result, resultOf } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

/** Changes the results that ask for input. */
function asking(change: (result: JsonObject) => JsonObject) {
  return resultOf(["tools/call", "prompts/get", "resources/read"], (result) =>
    result["resultType"] === "input_required" ? change(result) : result,
  );
}

/** Changes each request for input. */
function requests(change: (request: JsonObject) => Json) {
  return asking((result) => ({
    ...result,
    inputRequests: Object.fromEntries(
      Object.entries((result["inputRequests"] ?? {}) as JsonObject).map(([key, one]) => [
        key,
        change(one as JsonObject),
      ]),
    ),
  }));
}

export default [
  mutant(
    { name: "there is neither inputRequests nor requestState", revisions },
    asking(({ inputRequests: _, requestState: __, ...rest }) => rest),
  ),
  mutant(
    { name: "requestState is an object", revisions, alsoBreaks },
    asking((one) => ({ ...one, requestState: { step: 1 } })),
  ),
  mutant(
    { name: "inputRequests is an array", revisions, alsoBreaks },
    asking((one) => ({ ...one, inputRequests: Object.values((one["inputRequests"] ?? {}) as JsonObject) })),
  ),
  mutant(
    { name: "a request has a method that nobody knows", revisions, alsoBreaks },
    requests((one) => ({ ...one, method: "elicitation/form" })),
  ),
  mutant(
    { name: "the user is asked though the client declared no elicitation", revisions },
    handling("tools/call", (params, context, before) =>
      params["name"] === "now" && params["inputResponses"] === undefined
        ? result({
            resultType: "input_required",
            inputRequests: {
              sure: {
                method: "elicitation/create",
                params: { mode: "form", message: "Sure?", requestedSchema: { type: "object", properties: {} } },
              },
            },
          })
        : before(params, context),
    ),
  ),
  mutant(
    { name: "requests have no params", revisions, alsoBreaks },
    requests(({ params: _, ...rest }) => rest),
  ),
];
