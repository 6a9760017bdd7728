import type { Context } from "../../../src/reference/answer.ts";
import { said, tool, toolError, trap, withCapabilities, withTools } from "../../support/mutate.ts";

const PARAMS = {
  mode: "form",
  message: "Name?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
};

function offered(context: Context): boolean {
  return context.era === "legacy" && "elicitation" in context.clientCapabilities;
}

export default [
  trap(
    { name: "the tool ends with an error", revisions: ["2025-11-25"] },
    withTools([
      tool("elicitation and more", {}, (_args, context) =>
        offered(context)
          ? { kind: "ask", method: "elicitation/create", params: PARAMS, next: () => toolError("nothing was given") }
          : said("nothing to ask"),
      ),
    ]),
  ),
  trap(
    { name: "elicitation among the server's own capabilities", revisions: ["2025-11-25"] },
    withCapabilities({ elicitation: {} }),
  ),
  trap(
    { name: "asks the same once more after a decline", revisions: ["2025-11-25"] },
    withTools([
      tool("elicitation twice", {}, (_args, context) =>
        offered(context)
          ? {
              kind: "ask",
              method: "elicitation/create",
              params: PARAMS,
              next: () => ({ kind: "ask", method: "elicitation/create", params: PARAMS, next: () => said("declined") }),
            }
          : said("nothing to ask"),
      ),
    ]),
  ),
];
