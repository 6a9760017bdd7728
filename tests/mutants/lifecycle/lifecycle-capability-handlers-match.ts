import { mutant, withCapabilities, without } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "prompts are listed undeclared", revisions: ["2026-07-28"] },
    withCapabilities({ prompts: undefined }),
  ),
  mutant(
    { name: "resources are declared and not there", revisions: ["2026-07-28"], alsoBreaks: ["resources-list"] },
    without("resources/list"),
  ),
];
