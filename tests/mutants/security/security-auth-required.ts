import { challenging, isAnonymous, JSON_TYPE, rpcError } from "../../support/auth.ts";
import { httpText, mutant, WITH_TOKEN, withAuth } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"], user: WITH_TOKEN } as const;

export default [
  mutant(
    { name: "a missing token is a JSON-RPC error on 200", ...both },
    withAuth(),
    challenging((answer, request) =>
      isAnonymous(request) ? httpText(200, rpcError(request, -32001, "Unauthorized"), JSON_TYPE) : answer,
    ),
  ),
  mutant(
    { name: "a missing token is sent to a login page", ...both },
    withAuth(),
    challenging((answer, request) =>
      isAnonymous(request) ? httpText(302, "", [["Location", "https://login.example.com/"]]) : answer,
    ),
  ),
  mutant(
    { name: "a missing token is answered with 403", ...both, revisions: ["2026-07-28"] },
    withAuth(),
    challenging((answer, request) =>
      isAnonymous(request) ? httpText(403, rpcError(request, -32003, "Forbidden"), JSON_TYPE) : answer,
    ),
  ),
  mutant(
    { name: "a missing token makes the check fail", ...both },
    withAuth(),
    challenging((answer, request) => (isAnonymous(request) ? httpText(500, "Internal Server Error") : answer)),
  ),
];
