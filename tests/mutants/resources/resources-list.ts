import { failure, handling, mutant, resultOf, setting } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant(
    { name: "resources is null", revisions: both, alsoBreaks },
    setting("resources/list", "/result/resources", null),
  ),
  mutant(
    { name: "the array is called items", revisions: both, alsoBreaks },
    resultOf("resources/list", ({ resources, nextCursor, ...rest }) => ({ ...rest, items: resources ?? [] })),
  ),
  mutant(
    { name: "resources is declared and the list is refused", revisions: both },
    handling("resources/list", () => failure(-32603, "Internal error")),
  ),
  mutant(
    {
      name: "nextCursor is an object",
      revisions: ["2026-07-28"],
      alsoBreaks: ["resources-pagination", "schema-wire-valid"],
    },
    setting("resources/list", "/result/nextCursor", { page: 2 }),
  ),
];
