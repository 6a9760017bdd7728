import { mutant, removing } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant({ name: "ttlMs is missing", revisions, alsoBreaks }, removing("prompts/list", "/result/ttlMs")),
  mutant({ name: "cacheScope is missing", revisions, alsoBreaks }, removing("prompts/list", "/result/cacheScope")),
];
