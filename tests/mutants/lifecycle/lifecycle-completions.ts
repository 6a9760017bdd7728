import { handling, mutant, result, setting, without } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "values holds objects", revisions: ["2025-11-25", "2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    setting("completion/complete", "/result/completion/values", [{ value: "x" }]),
  ),
  mutant(
    { name: "hasMore is a text", revisions: ["2025-11-25", "2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    setting("completion/complete", "/result/completion/hasMore", "no"),
  ),
  mutant(
    { name: "150 values", revisions: ["2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    handling("completion/complete", () => result({ completion: { values: Array.from({ length: 150 }, String) } })),
  ),
  mutant(
    { name: "declared without a handler", revisions: ["2025-11-25", "2026-07-28"] },
    without("completion/complete"),
  ),
];
