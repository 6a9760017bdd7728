import { challenging } from "../../support/auth.ts";
import {
  headerOf,
  httpText,
  methodOf,
  reheaded,
  TOKEN,
  trap,
  WITH_TOKEN,
  withAuth,
  withHeaders,
  wrapHttp,
} from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;
const key = { headers: [["X-Api-Key", "k-5f2d8a71c3"]] } as const;

export default [
  trap({ name: "an open server", ...both }),
  trap({ name: "an open server, and a token nonetheless", ...both, user: WITH_TOKEN }),
  trap({ name: "401", ...both, user: WITH_TOKEN }, withAuth()),
  trap({ name: "401, and nobody has a token", ...both }, withAuth()),
  trap(
    { name: "401 with a page", ...both, user: WITH_TOKEN },
    withAuth(),
    challenging((answer) => ({
      ...reheaded(answer, { "Content-Type": "text/html" }),
      body: { kind: "text", text: "<h1>401</h1>" },
    })),
  ),
  trap(
    { name: "initialize is open, the rest is guarded", ...both, revisions: ["2025-11-25"], user: WITH_TOKEN },
    withAuth(),
    wrapHttp((request, next) =>
      ["initialize", "notifications/initialized"].includes(methodOf(request))
        ? next(withHeaders(request, { Authorization: `Bearer ${TOKEN}` }))
        : next(request),
    ),
  ),
  trap(
    { name: "server/discover is open, the rest is guarded", ...both, revisions: ["2026-07-28"], user: WITH_TOKEN },
    withAuth(),
    wrapHttp((request, next) =>
      methodOf(request) === "server/discover"
        ? next(withHeaders(request, { Authorization: `Bearer ${TOKEN}` }))
        : next(request),
    ),
  ),
  trap(
    { name: "a key in a header of its own", ...both, user: key },
    wrapHttp((request, next) =>
      headerOf(request, "x-api-key") === key.headers[0][1] ? next(request) : httpText(401, "no key"),
    ),
  ),
  trap(
    { name: "a filter that refuses everything with 403", ...both, user: WITH_TOKEN },
    wrapHttp(() => httpText(403, "Forbidden")),
  ),
  trap(
    { name: "403 in place of 401", ...both, revisions: ["2025-11-25"], user: WITH_TOKEN },
    withAuth(),
    challenging(() => httpText(403, "Forbidden")),
  ),
  trap(
    { name: "a proxy without credentials answers 502", ...both, user: WITH_TOKEN },
    wrapHttp((request, next) =>
      headerOf(request, "authorization") === undefined ? httpText(502, "<h1>Bad Gateway</h1>") : next(request),
    ),
  ),
  trap(
    { name: "a key in a header of its own, and 400 where it lacks", ...both, user: key },
    wrapHttp((request, next) =>
      headerOf(request, "x-api-key") === key.headers[0][1] ? next(request) : httpText(400, "no key"),
    ),
  ),
];
