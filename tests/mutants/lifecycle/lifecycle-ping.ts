import { failure, handling, mutant, setting } from "../../support/mutate.ts";

export default [
  mutant({ name: "pong", revisions: ["2025-11-25"] }, setting("ping", "/result", { status: "pong" })),
  mutant(
    { name: "unknown method", revisions: ["2025-11-25"] },
    handling("ping", () => failure(-32601, "Method not found"), ["legacy"]),
  ),
];
