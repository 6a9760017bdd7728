import { handling, result, trap, withoutFeatures } from "../../support/mutate.ts";

export default [
  trap(
    { name: "undeclared lists are empty", revisions: ["2026-07-28"] },
    withoutFeatures("prompts", "completions"),
    handling("prompts/list", () => result({ prompts: [], ttlMs: 0, cacheScope: "public" }), ["modern"]),
  ),
  trap(
    { name: "offers nothing but tools", revisions: ["2026-07-28"] },
    withoutFeatures("resources", "prompts", "completions"),
  ),
];
