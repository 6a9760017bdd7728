import { isUnparsable } from "../../support/bodies.ts";
import { httpAnswer, httpText, mutant, wrapHttp } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;

export default [
  mutant(
    { name: "the parse error is swallowed", ...both },
    httpAnswer((answer, request) => (isUnparsable(request) ? httpText(202, "") : answer)),
  ),
  mutant(
    { name: "the parse error ends in a page", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) =>
      isUnparsable(request) ? httpText(500, "<h1>Internal Server Error</h1>", [["Content-Type", "text/html"]]) : answer,
    ),
  ),
  mutant({ name: "the process ends", ...both }, () => {
    let over = false;
    return wrapHttp((request, next) => {
      over ||= isUnparsable(request);
      return over ? { kind: "die" } : next(request);
    });
  }),
];
