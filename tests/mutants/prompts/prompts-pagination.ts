import { mutant, resultOf } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "the last page carries null", revisions: ["2025-11-25"] },
    resultOf("prompts/list", (result) => ("nextCursor" in result ? result : { ...result, nextCursor: null })),
  ),
  mutant(
    { name: "page two has no prompts", revisions: ["2025-11-25", "2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    resultOf("prompts/list", ({ prompts, ...rest }) =>
      "nextCursor" in rest ? { prompts: prompts ?? [], ...rest } : rest,
    ),
  ),
];
