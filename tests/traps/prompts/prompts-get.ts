import { failure, handling, invalidParams, resultOf, trap } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "the assistant speaks first", revisions: both },
    resultOf("prompts/get", (result) =>
      "messages" in result
        ? {
            ...result,
            messages: [
              { role: "assistant", content: { type: "text", text: "Well?" } },
              ...(result["messages"] as readonly never[]),
            ],
          }
        : result,
    ),
  ),
  trap(
    { name: "there are no messages and no description", revisions: both },
    resultOf("prompts/get", ({ description: _, ...rest }) => ("messages" in rest ? { ...rest, messages: [] } : rest)),
  ),
  trap(
    { name: "placeholders are not accepted", revisions: both },
    handling("prompts/get", () => invalidParams("There is no such project")),
  ),
  trap(
    { name: "a prompt needs elicitation", revisions: ["2026-07-28"] },
    handling("prompts/get", (params, context, before) =>
      Object.keys(context.clientCapabilities).length > 0
        ? before(params, context)
        : failure(-32021, "Missing required client capability", { requiredCapabilities: { elicitation: {} } }),
    ),
  ),
];
