import { mutant, removing, setting } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "no cacheScope", revisions: ["2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    removing("server/discover", "/result/cacheScope"),
  ),
  mutant(
    { name: "ttlMs is negative", revisions: ["2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    setting("server/discover", "/result/ttlMs", -1),
  ),
];
