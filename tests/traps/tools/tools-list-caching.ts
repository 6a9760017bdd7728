import { resultOf, trap } from "../../support/mutate.ts";

export default [
  trap(
    { name: "nothing may be cached", revisions: ["2026-07-28"] },
    resultOf("tools/list", (result) => ({ ...result, ttlMs: 0, cacheScope: "private" })),
  ),
  trap({ name: "each page has a ttlMs of its own", revisions: ["2026-07-28"] }, () => {
    let page = 0;
    return resultOf("tools/list", (result) => {
      page += 1;
      return { ...result, ttlMs: page * 1000 };
    });
  }),
];
