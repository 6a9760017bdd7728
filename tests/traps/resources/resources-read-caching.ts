import { failure, handling, result, resultOf, trap, withResources } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;

export default [
  trap(
    { name: "every resource asks for input, without hints", revisions },
    withResources(
      [
        {
          definition: { uri: "memo://gate", name: "gate" },
          read: () => result({ resultType: "input_required", requestState: "later" }),
        },
      ],
      "only",
    ),
  ),
  trap(
    { name: "every resource needs a capability that this client does not have", revisions },
    handling("resources/read", () =>
      failure(-32021, "The resource asks the user", { requiredCapabilities: { elicitation: {} } }),
    ),
  ),
  trap(
    { name: "nothing may be cached", revisions },
    resultOf("resources/read", (one) => ("contents" in one ? { ...one, ttlMs: 0 } : one)),
  ),
];
