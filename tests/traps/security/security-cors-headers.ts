import { headerOf, httpAnswer, httpText, reheaded, trap, withHeaders, wrapHttp } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;

function preflighted(headers: { readonly [name: string]: string }) {
  return wrapHttp(async (request, next) => {
    if (request.method === "OPTIONS") return httpText(204, "", Object.entries(headers));
    const response = await next(request);
    return response.kind === "answer" ? reheaded(response, headers) : response;
  });
}

export default [
  trap({ name: "no CORS at all", ...both }),
  trap({ name: "* without credentials", ...both }, preflighted({ "Access-Control-Allow-Origin": "*", Vary: "Origin" })),
  trap(
    { name: "a fixed origin, with credentials", ...both },
    preflighted({
      "Access-Control-Allow-Origin": "https://app.example.com",
      "Access-Control-Allow-Credentials": "true",
    }),
  ),
  trap(
    { name: "every origin is repeated, without credentials", ...both, alsoBreaks: ["security-origin-validation"] },
    wrapHttp(async (request, next) => {
      const origin = headerOf(request, "origin");
      const headers = origin === undefined ? {} : { "Access-Control-Allow-Origin": origin };
      if (request.method === "OPTIONS") return httpText(204, "", Object.entries(headers));
      const response = await next(withHeaders(request, { Origin: null }));
      return response.kind === "answer" ? reheaded(response, headers) : response;
    }),
  ),
  trap(
    { name: "403 for the origin, whatever the headers say", ...both },
    httpAnswer((answer, request) => {
      const origin = headerOf(request, "origin");
      if (origin === undefined || answer.status !== 403) return answer;
      return reheaded(answer, { "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true" });
    }),
  ),
];
