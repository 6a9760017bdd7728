import { failure, handling, mutant, removing } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "initialize is answered with an internal error", revisions: ["2025-11-25"] },
    handling("initialize", () => failure(-32603, "Internal error"), ["legacy"]),
  ),
  mutant(
    { name: "no protocolVersion in the answer", revisions: ["2025-11-25"] },
    removing("initialize", "/result/protocolVersion"),
  ),
];
