import { httpText, trap, wrapHttp } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "413 for a large body", revisions: both, transports: ["http"] },
    wrapHttp((request, next) => (request.body.length > 100_000 ? httpText(413, "too large") : next(request))),
  ),
  trap(
    { name: "400 and a closed connection", revisions: both, transports: ["http"] },
    wrapHttp((request, next) =>
      request.body.length > 100_000 ? httpText(400, "", [["Connection", "close"]]) : next(request),
    ),
  ),
];
