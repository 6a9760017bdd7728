import type { Context } from "../../../src/reference/answer.ts";
import { said, tool, toolError, trap, withCapabilities, withTools } from "../../support/mutate.ts";

const PARAMS = {};

function offered(context: Context): boolean {
  return context.era === "legacy" && "roots" in context.clientCapabilities;
}

export default [
  trap(
    { name: "the tool ends with an error", revisions: ["2025-11-25"] },
    withTools([
      tool("roots and more", {}, (_args, context) =>
        offered(context)
          ? { kind: "ask", method: "roots/list", params: PARAMS, next: () => toolError("nothing was given") }
          : said("nothing to ask"),
      ),
    ]),
  ),
  trap(
    { name: "roots among the server's own capabilities", revisions: ["2025-11-25"] },
    withCapabilities({ roots: {} }),
  ),
];
