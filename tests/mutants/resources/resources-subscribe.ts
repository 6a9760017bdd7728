import { failure, handling, mutant, without } from "../../support/mutate.ts";

export default [
  mutant({ name: "there is no unsubscribe", revisions: ["2025-11-25"] }, without("resources/unsubscribe")),
  mutant({ name: "there is no subscribe", revisions: ["2025-11-25"] }, without("resources/subscribe")),
  mutant(
    { name: "subscribing fails", revisions: ["2025-11-25"] },
    handling("resources/subscribe", () => failure(-32603, "Internal error")),
  ),
];
