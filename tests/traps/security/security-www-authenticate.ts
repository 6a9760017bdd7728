import { challenge, challenging, withoutMetadata } from "../../support/auth.ts";
import { httpText, trap, WITH_TOKEN, withAuth } from "../../support/mutate.ts";

const PATH = "/.well-known/oauth-protected-resource/mcp";
const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"], user: WITH_TOKEN } as const;

export default [
  trap({ name: "a Bearer challenge with all that belongs to it", ...both }, withAuth()),
  trap(
    { name: "no challenge, but metadata at the endpoint's well-known place", ...both, revisions: ["2025-11-25"] },
    withAuth(),
    challenge(null),
    withoutMetadata(PATH),
  ),
  trap(
    { name: "several challenges in one header, Bearer second", ...both },
    withAuth(),
    challenge(`Basic realm="mcp, all of it", Bearer resource_metadata="http://127.0.0.1${PATH}"`),
  ),
  trap(
    { name: "the scheme in lower case", ...both },
    withAuth(),
    challenge(`bearer realm="x", resource_metadata="http://127.0.0.1${PATH}"`),
  ),
  trap(
    { name: "no resource_metadata, but a document at a well-known place", ...both },
    withAuth(),
    challenge("Bearer"),
  ),
  trap(
    { name: "403 without a challenge", ...both, revisions: ["2025-11-25"] },
    withAuth(),
    challenging(() => httpText(403, "Forbidden")),
  ),
  trap({ name: "an open server", ...both }),
];
