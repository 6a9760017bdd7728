import { mutant, WITH_TOKEN, withAuth, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    {
      name: "the query stands in for the header",
      revisions: ["2025-11-25", "2026-07-28"],
      transports: ["http"],
      user: { ...WITH_TOKEN, tokenInQuery: true },
    },
    withAuth(),
    wrapHttp((request, next) => {
      const token = new URL(request.path, "http://x").searchParams.get("access_token");
      return next(token === null ? request : withHeaders(request, { Authorization: `Bearer ${token}` }));
    }),
  ),
];
