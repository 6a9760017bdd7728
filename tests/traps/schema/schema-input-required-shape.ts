import type { JsonObject } from "../../../src/model/json.ts";
import { handling, result, resultOf, said, tool, trap, withTools } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;

function asking(change: (result: JsonObject) => JsonObject) {
  return resultOf(["tools/call", "prompts/get", "resources/read"], (one) =>
    one["resultType"] === "input_required" ? change(one) : one,
  );
}

export default [
  trap({ name: "a busy server says to come again", revisions }, () => {
    const seen = new Set<string>();
    return handling("tools/call", (params, context, before) => {
      const { requestState, ...rest } = params;
      if (requestState === "again") return before(rest, context);
      const key = JSON.stringify(params["arguments"] ?? {});
      if (seen.has(key) || params["name"] !== "now") return before(params, context);
      seen.add(key);
      return result({ resultType: "input_required", requestState: "again" });
    });
  }),
  trap(
    { name: "inputRequests is empty beside requestState", revisions },
    asking((one) => ({ ...one, inputRequests: {} })),
  ),
  trap(
    { name: "there is no requestState", revisions },
    asking(({ requestState: _, ...rest }) => rest),
  ),
  trap(
    { name: "roots are asked for without params", revisions },
    withTools([
      tool("roots", {}, (_args, { params, clientCapabilities }) =>
        params["inputResponses"] === undefined && "roots" in clientCapabilities
          ? result({ resultType: "input_required", inputRequests: { r: { method: "roots/list" } } })
          : said("done"),
      ),
    ]),
  ),
  trap(
    { name: "a request carries an id", revisions },
    asking((one) => ({
      ...one,
      inputRequests: Object.fromEntries(
        Object.entries((one["inputRequests"] ?? {}) as JsonObject).map(([key, request]) => [
          key,
          { id: 1, ...(request as JsonObject) },
        ]),
      ),
    })),
  ),
];
