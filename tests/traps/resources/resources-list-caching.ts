import { resultOf, setting, trap } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;

export default [
  trap(
    { name: "the list may be kept for days", revisions },
    setting("resources/list", "/result/ttlMs", 7 * 86_400_000),
  ),
  trap(
    { name: "the hints stand in _meta as well", revisions },
    resultOf("resources/list", (result) => ({
      ...result,
      _meta: { ...(result["_meta"] as object), "com.example/ttlMs": 5, "com.example/cacheScope": "shared" },
    })),
  ),
];
