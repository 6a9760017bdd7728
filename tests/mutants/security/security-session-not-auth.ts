import { headerOf, mutant, TOKEN, WITH_TOKEN, withAuth, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    {
      name: "the token is looked at by initialize alone",
      revisions: ["2025-11-25"],
      transports: ["http"],
      user: WITH_TOKEN,
    },
    withAuth(),
    wrapHttp((request, next) =>
      next(
        headerOf(request, "mcp-session-id") === undefined
          ? request
          : withHeaders(request, { Authorization: `Bearer ${TOKEN}` }),
      ),
    ),
  ),
];
