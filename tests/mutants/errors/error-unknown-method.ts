import { answering, httpAnswer, httpText, mutant, stdioLines } from "../../support/mutate.ts";
import { asksUnknown, isUnknown } from "../../support/unknown-method.ts";

const http = { transports: ["http"] } as const;
const modern = { revisions: ["2026-07-28"] } as const;
const both = { revisions: ["2025-11-25", "2026-07-28"] } as const;

export default [
  mutant(
    { name: "unknown methods fall through to an empty result", revisions: ["2025-11-25"] },
    answering(isUnknown, ({ id }) => ({ jsonrpc: "2.0", id: id ?? null, result: {} })),
  ),
  mutant(
    {
      name: "unknown methods are complete",
      ...modern,
      // initialize is unknown to it as well.
      alsoBreaks: [
        "lifecycle-dual-era",
        "lifecycle-removed-methods",
        "stdio-unknown-method-recovers",
        "transport-method-not-found-404",
      ],
    },
    answering(isUnknown, ({ id }) => ({ jsonrpc: "2.0", id: id ?? null, result: { resultType: "complete" } })),
  ),
  mutant(
    { name: "an unknown method is turned down by the router, with a page", revisions: ["2025-11-25"], ...http },
    httpAnswer((answer, request) => (asksUnknown(request) ? httpText(404, "<h1>Not found</h1>") : answer)),
  ),
  mutant(
    {
      name: "an unknown method is accepted like a notification",
      ...both,
      ...http,
      alsoBreaks: ["lifecycle-removed-methods", "transport-content-type", "transport-method-not-found-404"],
    },
    httpAnswer((answer, request) => (asksUnknown(request) ? httpText(202, "") : answer)),
  ),
  mutant(
    {
      name: "an unknown method ends in an error page",
      ...both,
      ...http,
      alsoBreaks: ["transport-method-not-found-404"],
    },
    httpAnswer((answer, request) => (asksUnknown(request) ? httpText(500, "Internal Server Error") : answer)),
  ),
  mutant(
    { name: "the error has no id", ...both, alsoBreaks: ["error-id-echo"] },
    answering(isUnknown, ({ error }) => ({ jsonrpc: "2.0", error: error ?? null })),
  ),
  mutant(
    {
      name: "the error has the id of another request",
      ...modern,
      ...http,
      alsoBreaks: ["error-id-echo", "lifecycle-id-match", "transport-method-not-found-404"],
    },
    answering(isUnknown, ({ error }) => ({ jsonrpc: "2.0", id: 123_456, error: error ?? null })),
  ),
  mutant(
    { name: "silence", ...both, transports: ["stdio"], alsoBreaks: ["stdio-unknown-method-recovers"] },
    stdioLines({ heard: (line) => (/"method":"(conformance|x-probe)\//.test(line) ? [] : [line]) }),
  ),
];
