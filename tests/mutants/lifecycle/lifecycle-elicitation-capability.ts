import type { Answer } from "../../../src/reference/answer.ts";
import { mutant, said, tool, withTools } from "../../support/mutate.ts";

const PARAMS = {
  mode: "form",
  message: "Name?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
};

function forEver(): Answer {
  return { kind: "later", run: () => new Promise(() => {}) };
}

export default [
  mutant(
    { name: "the tool waits for ever after the client's answer", revisions: ["2025-11-25"] },
    withTools([
      tool("elicitation and more", {}, (_args, context) =>
        "elicitation" in context.clientCapabilities
          ? { kind: "ask", method: "elicitation/create", params: PARAMS, next: forEver }
          : said("nothing to ask"),
      ),
    ]),
  ),
];
