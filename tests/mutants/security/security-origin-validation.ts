import { headerOf, httpAnswer, mutant, reheaded, withHeaders, wrapHttp } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;

export default [
  mutant(
    { name: "the Origin is not looked at", ...both },
    wrapHttp((request, next) => next(withHeaders(request, { Origin: null }))),
  ),
  mutant(
    { name: "the Origin is looked at for OPTIONS alone", ...both },
    wrapHttp((request, next) => next(request.method === "OPTIONS" ? request : withHeaders(request, { Origin: null }))),
  ),
  mutant(
    { name: "a foreign Origin is refused with 400", ...both },
    httpAnswer((answer, request) =>
      headerOf(request, "origin") !== undefined && answer.status === 403 ? reheaded(answer, {}, 400) : answer,
    ),
  ),
  mutant(
    { name: "an Origin that begins like an own one is let in", ...both },
    wrapHttp((request, next) =>
      next(
        /^http:\/\/(localhost|127\.0\.0\.1)/.test(headerOf(request, "origin") ?? "")
          ? withHeaders(request, { Origin: null })
          : request,
      ),
    ),
  ),
];
