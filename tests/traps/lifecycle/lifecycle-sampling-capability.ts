import type { Context } from "../../../src/reference/answer.ts";
import { said, tool, toolError, trap, withCapabilities, withTools } from "../../support/mutate.ts";

const PARAMS = { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 10 };

function offered(context: Context): boolean {
  return context.era === "legacy" && "sampling" in context.clientCapabilities;
}

export default [
  trap(
    { name: "the tool ends with an error", revisions: ["2025-11-25"] },
    withTools([
      tool("sampling and more", {}, (_args, context) =>
        offered(context)
          ? {
              kind: "ask",
              method: "sampling/createMessage",
              params: PARAMS,
              next: () => toolError("nothing was given"),
            }
          : said("nothing to ask"),
      ),
    ]),
  ),
  trap(
    { name: "sampling among the server's own capabilities", revisions: ["2025-11-25"] },
    withCapabilities({ sampling: {} }),
  ),
];
