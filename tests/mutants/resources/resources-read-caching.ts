import { mutant, resultOf } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "reads have no hints", revisions: ["2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    resultOf("resources/read", ({ ttlMs: _, cacheScope: __, ...rest }) => rest),
  ),
  mutant(
    { name: "cacheScope is a boolean", revisions: ["2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    resultOf("resources/read", (result) => ("contents" in result ? { ...result, cacheScope: true } : result)),
  ),
];
