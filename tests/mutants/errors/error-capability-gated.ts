import { handling, mutant, result, withCapabilities } from "../../support/mutate.ts";

const hidden = ["lifecycle-capability-handlers-match"];

export default [
  mutant(
    { name: "tools is not declared, and the tools are listed", revisions: ["2025-11-25"] },
    withCapabilities({ tools: undefined }),
  ),
  mutant(
    { name: "resources is not declared, and the resources are listed", revisions: ["2025-11-25"] },
    withCapabilities({ resources: undefined }),
  ),
  mutant(
    { name: "resources is not declared, and the templates are listed", revisions: ["2026-07-28"], alsoBreaks: hidden },
    withCapabilities({ resources: undefined }),
  ),
  mutant(
    { name: "completions is not declared, and values are completed", revisions: ["2025-11-25", "2026-07-28"] },
    withCapabilities({ completions: undefined }),
    handling("completion/complete", () => result({ completion: { values: ["one", "two"] } })),
  ),
];
