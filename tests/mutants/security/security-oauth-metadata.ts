import { challenge, isWellKnown, withoutMetadata } from "../../support/auth.ts";
import { httpText, mutant, WITH_TOKEN, withAuth, wrapHttp } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"], user: WITH_TOKEN } as const;

export default [
  mutant(
    { name: "the challenge names no metadata, and both well-known places are empty", ...both },
    withAuth(),
    challenge("Bearer"),
    withoutMetadata(),
  ),
  mutant({ name: "no authorization server is named", ...both }, withAuth({ authorizationServers: [] })),
  mutant(
    { name: "the challenge names a path, not a URL", ...both, revisions: ["2026-07-28"] },
    withAuth(),
    challenge('Bearer resource_metadata="/.well-known/oauth-protected-resource/mcp"'),
  ),
  mutant(
    {
      name: "the challenge names an empty place, though the well-known one is good",
      ...both,
      revisions: ["2026-07-28"],
    },
    withAuth(),
    challenge('Bearer resource_metadata="http://127.0.0.1/.well-known/other"'),
  ),
  mutant(
    { name: "every path shows the page of the application", ...both },
    withAuth(),
    wrapHttp((request, next) =>
      isWellKnown(request) ? httpText(200, "<!doctype html><p>app", [["Content-Type", "text/html"]]) : next(request),
    ),
  ),
];
