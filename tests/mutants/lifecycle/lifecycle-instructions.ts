import { mutant, setting } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "an array of lines", revisions: ["2025-11-25", "2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    setting(["initialize", "server/discover"], "/result/instructions", ["one", "two"]),
  ),
  mutant(
    { name: "null", revisions: ["2025-11-25", "2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    setting(["initialize", "server/discover"], "/result/instructions", null),
  ),
];
