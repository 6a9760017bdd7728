import { httpAnswer, reheaded, setting, trap } from "../../support/mutate.ts";

export default [
  trap({ name: "not to be cached", revisions: ["2026-07-28"] }, setting("server/discover", "/result/ttlMs", 0)),
  trap({ name: "private", revisions: ["2026-07-28"] }, setting("server/discover", "/result/cacheScope", "private")),
  trap(
    { name: "an HTTP header says something else", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer) => reheaded(answer, { "Cache-Control": "no-store" })),
  ),
];
