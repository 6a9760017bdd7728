import { headerOf, httpText, trap, withHeaders, wrapHttp } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;
const JSON_TYPE = [["Content-Type", "application/json"]] as const;

export default [
  trap(
    { name: "text/plain is served, headers and Origin are enforced", revisions: BOTH, transports: ["http"] },
    wrapHttp((request, next) =>
      next(
        headerOf(request, "content-type") === "text/plain"
          ? withHeaders(request, { "Content-Type": "application/json" })
          : request,
      ),
    ),
  ),
  trap({ name: "415", revisions: BOTH, transports: ["http"] }),
  trap(
    { name: "400 with -32700", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) =>
      headerOf(request, "content-type") === "text/plain"
        ? httpText(400, '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}', JSON_TYPE)
        : next(request),
    ),
  ),
  trap(
    { name: "415 with -32000 and id null", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) =>
      headerOf(request, "content-type") === "text/plain"
        ? httpText(415, '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Media type"}}', JSON_TYPE)
        : next(request),
    ),
  ),
  trap(
    { name: "a gateway rewrites Content-Type", revisions: BOTH, transports: ["http"] },
    wrapHttp((request, next) => next(withHeaders(request, { "Content-Type": "application/json" }))),
  ),
];
