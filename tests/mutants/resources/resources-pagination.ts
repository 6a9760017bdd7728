import { isObject } from "../../../src/model/json.ts";
import { mutant, resultOf, setting } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  mutant(
    { name: "nextCursor is the number 2", revisions: both, alsoBreaks: ["resources-list", "schema-wire-valid"] },
    setting("resources/list", "/result/nextCursor", 2),
  ),
  mutant(
    { name: "the last page repeats its own cursor for ever", revisions: both },
    resultOf("resources/list", (result, { request }) => {
      const params = request?.params;
      const cursor = isObject(params) ? params["cursor"] : undefined;
      return "nextCursor" in result || cursor === undefined ? result : { ...result, nextCursor: cursor };
    }),
  ),
];
