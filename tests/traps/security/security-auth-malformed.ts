import { challenging } from "../../support/auth.ts";
import {
  headerOf,
  httpText,
  methodOf,
  TOKEN,
  trap,
  WITH_TOKEN,
  withAuth,
  withHeaders,
  wrapHttp,
} from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"], user: WITH_TOKEN } as const;

export default [
  trap({ name: "401 with invalid_token, 400 for what is no token", ...both }, withAuth()),
  trap(
    { name: "401 for all of them, without an error", ...both },
    withAuth(),
    challenging(() =>
      httpText(401, "", [
        ["WWW-Authenticate", 'Bearer resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource/mcp"'],
      ]),
    ),
  ),
  trap(
    { name: "400 for an invalid token", ...both, revisions: ["2025-11-25"] },
    withAuth(),
    challenging((answer, request) => (headerOf(request, "authorization") === undefined ? answer : httpText(400, ""))),
  ),
  trap(
    { name: "server/discover is open, the lists look at the token", ...both, revisions: ["2026-07-28"] },
    withAuth(),
    wrapHttp((request, next) =>
      next(
        methodOf(request) === "server/discover" ? withHeaders(request, { Authorization: `Bearer ${TOKEN}` }) : request,
      ),
    ),
  ),
  trap({ name: "an open server takes any token", ...both }),
  trap({ name: "nobody has a token", ...both, user: {} }, withAuth()),
];
