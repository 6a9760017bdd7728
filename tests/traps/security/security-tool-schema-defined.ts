import { said, tool, trap, withTools } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "a schema that says no more than object", revisions: both },
    withTools([tool("bare", {}, () => said("ok"), { inputSchema: { type: "object" } })]),
  ),
  trap(
    { name: "a schema that allows nothing", revisions: both },
    withTools([tool("closed", {}, () => said("ok"), { inputSchema: { type: "object", additionalProperties: false } })]),
  ),
];
