import { httpAnswer, httpText, trap, withAuth, wrapHttp } from "../../support/mutate.ts";
import { asksUnknown } from "../../support/unknown-method.ts";

const HERE = { revisions: ["2026-07-28"], transports: ["http"] } as const;

export default [
  trap({ name: "a server of both eras answers initialize", ...HERE, options: { eras: "dual" } }),
  trap(
    { name: "404 without a body", ...HERE },
    httpAnswer((answer, request) => (asksUnknown(request) ? httpText(404, "") : answer)),
  ),
  trap(
    { name: "a gateway refuses methods that it does not know", ...HERE },
    wrapHttp((request, next) => (asksUnknown(request) ? httpText(503, "") : next(request))),
  ),
  trap({ name: "nobody is served without a credential", ...HERE }, withAuth()),
];
