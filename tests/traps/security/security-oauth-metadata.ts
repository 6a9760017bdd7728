import { challenge, isWellKnown, JSON_TYPE, withoutMetadata } from "../../support/auth.ts";
import { headerOf, httpText, trap, WITH_TOKEN, withAuth, wrapHttp } from "../../support/mutate.ts";

const ROOT = "/.well-known/oauth-protected-resource";
const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"], user: WITH_TOKEN } as const;
const document = '{"resource":"http://127.0.0.1/mcp","authorization_servers":["https://auth.example.com"]}';

export default [
  trap({ name: "the path form alone", ...both }, withAuth(), challenge("Bearer"), withoutMetadata(`${ROOT}/mcp`)),
  trap({ name: "the root form alone", ...both }, withAuth(), challenge("Bearer"), withoutMetadata(ROOT)),
  trap(
    { name: "a document on another host, that the challenge names", ...both },
    withAuth(),
    challenge('Bearer resource_metadata="https://meta.example.com/doc"'),
    withoutMetadata(),
    wrapHttp((request, next) =>
      headerOf(request, "host") === "meta.example.com" ? httpText(200, document, JSON_TYPE) : next(request),
    ),
  ),
  trap(
    {
      name: "the place that is named is inside of a network",
      ...both,
      user: { ...WITH_TOKEN, url: "https://mcp.example.com/mcp" },
      options: { hosts: ["mcp.example.com"] },
    },
    withAuth(),
    challenge('Bearer resource_metadata="http://169.254.169.254/latest/meta-data"'),
    withoutMetadata(),
  ),
  trap(
    { name: "the place that is named moved", ...both },
    withAuth(),
    challenge('Bearer resource_metadata="http://127.0.0.1/.well-known/old"'),
    wrapHttp((request, next) =>
      request.path === "/.well-known/old" ? httpText(307, "", [["Location", `${ROOT}/mcp`]]) : next(request),
    ),
  ),
  trap(
    { name: "metadata of the authorization server too", ...both },
    withAuth(),
    wrapHttp((request, next) =>
      request.path === "/.well-known/oauth-authorization-server"
        ? httpText(200, '{"issuer":"x"}', JSON_TYPE)
        : next(request),
    ),
  ),
  trap(
    { name: "a gateway guards the well-known places too", ...both },
    withAuth(),
    wrapHttp((request, next) =>
      isWellKnown(request) ? httpText(401, "", [["WWW-Authenticate", 'Basic realm="staging"']]) : next(request),
    ),
  ),
  trap({ name: "an open server without any of it", ...both }),
  trap(
    { name: "a key of its own, no bearer token", ...both, user: { headers: [["X-Api-Key", "k-5f2d8a71c3"]] } },
    wrapHttp((request, next) =>
      headerOf(request, "x-api-key") === undefined
        ? httpText(401, "", [["WWW-Authenticate", 'ApiKey realm="mcp"']])
        : next(request),
    ),
  ),
];
