import { httpText, trap, WITH_TOKEN, withAuth, withHeaders, wrapHttp } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;
const consenting = { ...WITH_TOKEN, tokenInQuery: true };

function queried(status: number) {
  return wrapHttp((request, next) => (request.path.includes("access_token=") ? httpText(status, "") : next(request)));
}

export default [
  trap({ name: "the query is not looked at", ...both, user: consenting }, withAuth()),
  trap({ name: "400 for the query", ...both, user: consenting }, withAuth(), queried(400)),
  trap({ name: "404, the route knows no query", ...both, user: consenting }, withAuth(), queried(404)),
  trap(
    { name: "nobody allowed it", ...both, user: WITH_TOKEN },
    withAuth(),
    wrapHttp((request, next) => next(request.path.includes("access_token=") ? withHeaders(request, WITH) : request)),
  ),
  trap({ name: "an open server", ...both, user: consenting }),
];

const WITH = { Authorization: WITH_TOKEN.headers[0]?.[1] ?? "" };
