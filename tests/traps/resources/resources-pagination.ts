import { isObject, type Json } from "../../../src/model/json.ts";
import { handling, result, resultOf, trap } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap({ name: "all fits on one page", revisions: both, options: { pageSize: 50 } }),
  trap({ name: "cursors are new in each walk", revisions: ["2025-11-25"] }, () => {
    let walks = 0;
    const known = new Set<string>();
    return handling("resources/list", (params, context, before) => {
      const { cursor } = params;
      if (cursor !== undefined && !known.has(String(cursor))) return before(params, context);
      walks += 1;
      const next = `${cursor === undefined ? "first" : "second"}-${walks}`;
      const start = cursor === undefined ? 0 : String(cursor).startsWith("first") ? 2 : 4;
      const resources = context.offer.resources.slice(start, start + 2).map((one) => one.definition);
      known.add(next);
      return result(start < 2 ? { resources, nextCursor: next } : { resources });
    });
  }),
  trap(
    { name: "a resource stands on two pages", revisions: both },
    resultOf("resources/list", (one) => ({
      ...one,
      resources: [{ uri: "memo://notes/welcome", name: "welcome" }, ...(one["resources"] as readonly Json[])],
    })),
  ),
  trap({ name: "the first page is empty and has a cursor", revisions: both }, () =>
    handling("resources/list", (params, context, before) => {
      if (isObject(params) && params["cursor"] === undefined) {
        const hints = context.era === "modern" ? { ttlMs: 0, cacheScope: "private" } : {};
        return result({ resources: [], nextCursor: "begin", ...hints });
      }
      return params["cursor"] === "begin"
        ? before({ ...params, cursor: undefined as never }, context)
        : before(params, context);
    }),
  ),
];
