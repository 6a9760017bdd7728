import { failure, handling, mutant } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "clientInfo is demanded", revisions: ["2026-07-28"] },
    handling(
      "server/discover",
      (params, context, before) =>
        "io.modelcontextprotocol/clientInfo" in context.meta
          ? before(params, context)
          : failure(-32602, "clientInfo is missing"),
      ["modern"],
    ),
  ),
];
