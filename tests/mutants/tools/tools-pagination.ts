import { isObject } from "../../../src/model/json.ts";
import { handling, invalidParams, mutant, resultOf } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant(
    { name: "the last page repeats its own cursor", revisions: both },
    resultOf("tools/list", (result, { request }) => {
      const params = request?.params;
      const cursor = isObject(params) ? params["cursor"] : undefined;
      return "nextCursor" in result || cursor === undefined ? result : { ...result, nextCursor: cursor };
    }),
  ),
  mutant(
    { name: "the cursor of the first page is refused", revisions: both },
    handling("tools/list", (params, context, before) =>
      "cursor" in params ? invalidParams("Invalid cursor") : before(params, context),
    ),
  ),
  mutant(
    { name: "a page has no tools", revisions: both, alsoBreaks },
    resultOf("tools/list", (result) => {
      const { tools, ...rest } = result;
      return "nextCursor" in result ? result : rest;
    }),
  ),
];
