import { errorOf, httpAnswer, reheaded, restreamed, trap, withOptions } from "../../support/mutate.ts";
import { asksUnknown, isUnknown } from "../../support/unknown-method.ts";

export default [
  trap(
    { name: "HTTP 404 with the error", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) => (asksUnknown(request) ? reheaded(answer, {}, 404) : answer)),
  ),
  trap(
    {
      name: "HTTP 200 with the error",
      revisions: ["2026-07-28"],
      transports: ["http"],
      alsoBreaks: ["transport-method-not-found-404"],
    },
    httpAnswer((answer, request) => (asksUnknown(request) ? reheaded(answer, {}, 200) : answer)),
  ),
  trap(
    { name: "the error has data", revisions: ["2025-11-25", "2026-07-28"] },
    errorOf(isUnknown, (error) => ({ ...error, data: { known: ["tools/list"] } })),
  ),
  trap(
    { name: "the error comes as an event", revisions: ["2025-11-25"], transports: ["http"] },
    withOptions((options) => ({ ...options, sse: "always" })),
    httpAnswer((answer) => restreamed(answer, (piece) => piece)),
  ),
  trap(
    {
      name: "the error comes as an event, on 200",
      revisions: ["2026-07-28"],
      transports: ["http"],
      alsoBreaks: ["transport-method-not-found-404"],
    },
    httpAnswer((answer, request) =>
      asksUnknown(request) && answer.body.kind === "text"
        ? {
            ...reheaded(answer, { "Content-Type": "text/event-stream" }, 200),
            body: { kind: "text", text: `: wait\n\nevent: message\ndata: ${answer.body.text}\n\n` },
          }
        : answer,
    ),
  ),
];
