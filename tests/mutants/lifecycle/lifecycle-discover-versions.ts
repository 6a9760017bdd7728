import { mutant, setting } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "only another version is listed", revisions: ["2026-07-28"] },
    setting("server/discover", "/result/supportedVersions", ["2025-11-25"]),
  ),
  mutant(
    { name: "a text instead of a list", revisions: ["2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    setting("server/discover", "/result/supportedVersions", "2026-07-28"),
  ),
];
