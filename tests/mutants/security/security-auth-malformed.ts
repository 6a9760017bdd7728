import { challenging, JSON_TYPE, rpcError } from "../../support/auth.ts";
import {
  headerOf,
  httpText,
  methodOf,
  mutant,
  TOKEN,
  WITH_TOKEN,
  withAuth,
  withHeaders,
  wrapHttp,
} from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"], user: WITH_TOKEN } as const;
const good = { Authorization: `Bearer ${TOKEN}` };

export default [
  mutant(
    { name: "whatever begins with Bearer is let in", ...both },
    withAuth(),
    wrapHttp((request, next) =>
      next(/^Bearer ./.test(headerOf(request, "authorization") ?? "") ? withHeaders(request, good) : request),
    ),
  ),
  mutant(
    { name: "the end of a token is not looked at", ...both, revisions: ["2025-11-25"] },
    withAuth(),
    wrapHttp((request, next) =>
      next(
        headerOf(request, "authorization")?.startsWith(`Bearer ${TOKEN.slice(0, 20)}`)
          ? withHeaders(request, good)
          : request,
      ),
    ),
  ),
  mutant(
    { name: "an invalid token is a JSON-RPC error on 200", ...both },
    withAuth(),
    challenging((answer, request) =>
      headerOf(request, "authorization") === undefined
        ? answer
        : httpText(200, rpcError(request, -32001, "invalid token"), JSON_TYPE),
    ),
  ),
  mutant(
    { name: "an invalid token is answered with 403", ...both, revisions: ["2026-07-28"] },
    withAuth(),
    challenging((answer, request) =>
      headerOf(request, "authorization") === undefined ? answer : httpText(403, "Forbidden"),
    ),
  ),
  mutant(
    {
      name: "behind an open server/discover, whatever begins with Bearer is let in",
      ...both,
      revisions: ["2026-07-28"],
    },
    withAuth(),
    wrapHttp((request, next) => {
      const open = methodOf(request) === "server/discover" || headerOf(request, "authorization")?.startsWith("Bearer ");
      return next(open ? withHeaders(request, good) : request);
    }),
  ),
  mutant(
    {
      name: "behind a gateway that needs a key, whatever begins with Bearer is let in",
      ...both,
      user: { headers: [...WITH_TOKEN.headers, ["X-Api-Key", "k-5f2d8a71c3"]] },
    },
    withAuth(),
    wrapHttp((request, next) =>
      next(/^Bearer ./.test(headerOf(request, "authorization") ?? "") ? withHeaders(request, good) : request),
    ),
    wrapHttp((request, next) =>
      headerOf(request, "x-api-key") === undefined
        ? httpText(401, "no key", [["WWW-Authenticate", "ApiKey"]])
        : next(request),
    ),
  ),
];
