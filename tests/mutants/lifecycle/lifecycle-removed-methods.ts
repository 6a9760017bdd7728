import { failure, handling, mutant, result } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "ping is answered", revisions: ["2026-07-28"] },
    handling("ping", () => result({}), ["modern"]),
  ),
  mutant(
    { name: "subscribing is an internal error", revisions: ["2026-07-28"] },
    handling("resources/subscribe", () => failure(-32603, "Internal error"), ["modern"]),
  ),
];
