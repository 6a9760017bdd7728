import { failure, handling, said, tool, trap, withTools } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "an echo of all arguments", revisions: both },
    withTools([tool("mirror", {}, (args) => said(JSON.stringify(args)))], "only"),
  ),
  trap(
    { name: "-32602 for every unknown key", revisions: both },
    handling("tools/call", (params, context, before) => {
      const args = params["arguments"];
      const unknown =
        typeof args === "object" && args !== null && Object.keys(args).some((key) => key.startsWith("x_"));
      return unknown ? failure(-32602, "unknown argument") : before(params, context);
    }),
  ),
];
