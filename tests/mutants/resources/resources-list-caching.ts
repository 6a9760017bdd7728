import { mutant, removing, setting } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant({ name: "ttlMs is negative", revisions, alsoBreaks }, setting("resources/list", "/result/ttlMs", -1)),
  mutant({ name: "ttlMs is missing", revisions, alsoBreaks }, removing("resources/list", "/result/ttlMs")),
];
