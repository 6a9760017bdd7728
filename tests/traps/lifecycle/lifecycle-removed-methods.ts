import { httpText, methodOf, trap, wrapHttp } from "../../support/mutate.ts";

export default [
  trap({ name: "a dual-era server pings in its other era", revisions: ["2026-07-28"], options: { eras: "dual" } }),
  trap(
    { name: "404 without a body for a removed method", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => (methodOf(request) === "ping" ? httpText(404, "") : next(request))),
  ),
];
