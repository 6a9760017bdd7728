import { headerOf, httpText, mutant, reheaded, withHeaders, wrapHttp } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;

/** cors({ origin: true, credentials: true }) in front of a server that does not look at the Origin. */
const mirror = wrapHttp(async (request, next) => {
  const origin = headerOf(request, "origin");
  if (origin === undefined) return next(request);
  const headers = { "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true" };
  if (request.method === "OPTIONS") return httpText(204, "", Object.entries(headers));
  const response = await next(withHeaders(request, { Origin: null }));
  return response.kind === "answer" ? reheaded(response, headers) : response;
});

export default [
  mutant(
    { name: "every origin is repeated, with credentials", ...both, alsoBreaks: ["security-origin-validation"] },
    mirror,
  ),
  mutant(
    {
      name: "the origin null is let in, with credentials",
      ...both,
      revisions: ["2026-07-28"],
    },
    wrapHttp((request, next) => {
      if (headerOf(request, "origin") !== "null") return next(request);
      const open = [
        ["Access-Control-Allow-Origin", "null"],
        ["Access-Control-Allow-Credentials", "true"],
      ] as const;
      return httpText(request.method === "OPTIONS" ? 204 : 200, "", open);
    }),
  ),
];
