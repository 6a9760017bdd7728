import { failure, handling, mutant } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "_meta of ping may hold progressToken only", revisions: ["2025-11-25"] },
    handling(
      "ping",
      (params, context, before) =>
        Object.keys(context.meta).every((key) => key === "progressToken")
          ? before(params, context)
          : failure(-32602, "unknown key in _meta"),
      ["legacy"],
    ),
  ),
  mutant(
    { name: "_meta of discover has a closed list of keys", revisions: ["2026-07-28"] },
    handling(
      "server/discover",
      (params, context, before) =>
        Object.keys(context.meta).every((key) => key === "progressToken" || key.startsWith("io.modelcontextprotocol/"))
          ? before(params, context)
          : failure(-32602, "unknown key in _meta"),
      ["modern"],
    ),
  ),
];
