import { mutant, resultOf } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant(
    { name: "results of tools/call have no resultType", revisions, alsoBreaks },
    resultOf("tools/call", (result) => {
      const { resultType, ...rest } = result;
      return resultType === "complete" ? rest : result;
    }),
  ),
  mutant(
    { name: "resultType is null on discovery", revisions, alsoBreaks: [...alsoBreaks, "lifecycle-discover"] },
    resultOf("server/discover", (result) => ({ ...result, resultType: null })),
  ),
];
