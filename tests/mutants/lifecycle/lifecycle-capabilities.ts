import { mutant, resultOf, setting } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "tools is true", revisions: ["2025-11-25", "2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    setting(["initialize", "server/discover"], "/result/capabilities/tools", true),
  ),
  mutant(
    { name: "listChanged is a text", revisions: ["2025-11-25", "2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    setting(["initialize", "server/discover"], "/result/capabilities/prompts/listChanged", "yes"),
  ),
  mutant(
    { name: "capabilities is an array", revisions: ["2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    resultOf("server/discover", (result) => ({ ...result, capabilities: ["tools"] })),
  ),
];
