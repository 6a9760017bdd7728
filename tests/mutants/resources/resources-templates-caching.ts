import { mutant, removing, setting } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant(
    { name: "cacheScope is shared", revisions, alsoBreaks },
    setting("resources/templates/list", "/result/cacheScope", "shared"),
  ),
  mutant({ name: "there are no hints", revisions, alsoBreaks }, removing("resources/templates/list", "/result/ttlMs")),
];
