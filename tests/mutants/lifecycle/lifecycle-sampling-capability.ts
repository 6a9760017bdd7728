import type { Answer } from "../../../src/reference/answer.ts";
import { mutant, said, tool, withTools } from "../../support/mutate.ts";

const PARAMS = { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 10 };

function forEver(): Answer {
  return { kind: "later", run: () => new Promise(() => {}) };
}

export default [
  mutant(
    { name: "the tool waits for ever after the client's answer", revisions: ["2025-11-25"] },
    withTools([
      tool("sampling and more", {}, (_args, context) =>
        "sampling" in context.clientCapabilities
          ? { kind: "ask", method: "sampling/createMessage", params: PARAMS, next: forEver }
          : said("nothing to ask"),
      ),
    ]),
  ),
];
