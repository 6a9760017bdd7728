import { failure, handling, result, trap, withoutFeatures, withPrompts, withTemplates } from "../../support/mutate.ts";

export default [
  trap(
    { name: "no values", revisions: ["2025-11-25", "2026-07-28"] },
    handling("completion/complete", () => result({ completion: { values: [] } })),
  ),
  trap(
    { name: "a made-up prompt is refused", revisions: ["2025-11-25", "2026-07-28"] },
    withPrompts([], "only"),
    withTemplates([], "only"),
    handling("completion/complete", () => failure(-32602, "no such prompt")),
  ),
  trap(
    { name: "completions are not offered", revisions: ["2025-11-25", "2026-07-28"] },
    withoutFeatures("completions"),
  ),
];
