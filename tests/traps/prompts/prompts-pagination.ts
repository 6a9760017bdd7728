import type { Json } from "../../../src/model/json.ts";
import { handling, result, trap } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

/** Pages by a list of cursors: each leads to the page after it. */
function pages(cursors: readonly string[], sizes: readonly number[]) {
  return handling("prompts/list", (params, context, before) => {
    const { cursor } = params;
    const page = cursor === undefined ? 0 : cursors.indexOf(String(cursor)) + 1;
    if (cursor !== undefined && page === 0) return before(params, context);
    const all: readonly Json[] = context.offer.prompts.map((one) => one.definition);
    const start = sizes.slice(0, page).reduce((sum, one) => sum + one, 0);
    const hints = context.era === "modern" ? { ttlMs: 0, cacheScope: "private" } : {};
    const next = cursors[page];
    return result({
      prompts: all.slice(start, start + (sizes[page] ?? 0)),
      ...hints,
      ...(next === undefined ? {} : { nextCursor: next }),
    });
  });
}

export default [
  trap({ name: "a cursor of 2 KB", revisions: both }, pages(["x".repeat(2048)], [2, 2])),
  trap({ name: "an empty page in the middle", revisions: both }, pages(["a", "b"], [1, 0, 3])),
  trap(
    { name: "cursors with blanks and letters of all kinds", revisions: both },
    pages([" page zwei ☕ ", "ページ"], [1, 1, 2]),
  ),
];
