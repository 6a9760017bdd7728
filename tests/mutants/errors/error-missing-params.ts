import { handling, mutant, result, said, toolError } from "../../support/mutate.ts";

const nameless = (params: { readonly [key: string]: unknown }): boolean => typeof params["name"] !== "string";

export default [
  mutant(
    { name: "a call without a name is fine", revisions: ["2025-11-25", "2026-07-28"] },
    handling("tools/call", (params, context, before) => (nameless(params) ? said("ok") : before(params, context))),
  ),
  mutant(
    { name: "a call without a name is a tool's error", revisions: ["2026-07-28"] },
    handling("tools/call", (params, context, before) =>
      nameless(params) ? toolError("Unknown tool: undefined") : before(params, context),
    ),
  ),
  mutant(
    { name: "an empty result", revisions: ["2025-11-25"] },
    handling("tools/call", (params, context, before) =>
      nameless(params) ? result({ content: [] }) : before(params, context),
    ),
  ),
];
