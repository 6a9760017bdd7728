import { mutant, removing, resultOf, setting } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant({ name: "ttlMs is a text", revisions, alsoBreaks }, setting("tools/list", "/result/ttlMs", "60000")),
  mutant({ name: "ttlMs is a fraction", revisions, alsoBreaks }, setting("tools/list", "/result/ttlMs", 0.5)),
  mutant({ name: "cacheScope is missing", revisions, alsoBreaks }, removing("tools/list", "/result/cacheScope")),
  mutant(
    { name: "only the first page has hints", revisions, alsoBreaks },
    resultOf("tools/list", (result, { request }) => {
      const { ttlMs, cacheScope, ...rest } = result;
      const first = !JSON.stringify(request?.params ?? {}).includes('"cursor"');
      return first ? result : rest;
    }),
  ),
];
