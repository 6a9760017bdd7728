import { failure, handling, mutant, resultOf, setting } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant(
    { name: "the array is called items", revisions: both, alsoBreaks },
    resultOf("prompts/list", ({ prompts, nextCursor, ...rest }) => ({ ...rest, items: prompts ?? [] })),
  ),
  mutant({ name: "prompts is null", revisions: both, alsoBreaks }, setting("prompts/list", "/result/prompts", null)),
  mutant(
    { name: "prompts is declared and the list is refused", revisions: both },
    handling("prompts/list", () => failure(-32603, "Internal error")),
  ),
];
