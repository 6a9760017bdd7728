import { errorOf, httpAnswer, reheaded, trap } from "../../support/mutate.ts";
import { asksUnknown, isUnknown } from "../../support/unknown-method.ts";

export default [
  trap(
    { name: "another text and further data", revisions: ["2025-11-25", "2026-07-28"] },
    errorOf(isUnknown, (error) => ({ ...error, message: "nope", data: { method: "?" } })),
  ),
  trap(
    {
      name: "the code is a text",
      revisions: ["2025-11-25"],
      alsoBreaks: ["error-object-shape", "lifecycle-jsonrpc", "schema-wire-valid", "schema-wire-valid-http"],
    },
    errorOf(isUnknown, (error) => ({ ...error, code: "-32601" })),
  ),
  trap(
    {
      name: "HTTP 200",
      revisions: ["2026-07-28"],
      transports: ["http"],
      alsoBreaks: ["transport-method-not-found-404"],
    },
    httpAnswer((answer, request) => (asksUnknown(request) ? reheaded(answer, {}, 200) : answer)),
  ),
];
