import { isObject } from "../../../src/model/json.ts";
import { failure, handling, mutant, telling } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "tools/call with a progress token is refused", revisions: ["2025-11-25", "2026-07-28"] },
    handling("tools/call", (params, context, before) =>
      context.meta["progressToken"] === undefined ? before(params, context) : failure(-32602, "unknown member _meta"),
    ),
  ),
  mutant(
    { name: "integer tokens come back as strings", revisions: ["2026-07-28"] },
    telling((message) => {
      const params = message["params"];
      const token = isObject(params) ? params["progressToken"] : undefined;
      return typeof token === "number" && isObject(params)
        ? { ...message, params: { ...params, progressToken: String(token) } }
        : message;
    }),
  ),
];
