import { describe } from "../../facts/evidence.ts";
import { removedMethod } from "../../facts/transport.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "transport-delete-removed",
  category: "transport",
  profile: "core",
  title: "DELETE answers 405",
  why: "An older client ends its session by DELETE: any other answer than 405 tells it that there was one.",
  fix: "Answer DELETE at the endpoint with 405: there are no sessions to end any more.",
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["basic/transports/streamable-http#earlier-streamable-http-revisions"],
      transports: ["http"],
      method: {
        probe:
          "DELETE with the version header and no body, beside server/discover. A legacy initialize elsewhere tells whether older revisions are served too.",
        pass: "405.",
        fail: "Any other answer of a server that speaks this revision only.",
        skip: "When the server also answers initialize, or GET opens the stream of HTTP+SSE (its first event is endpoint). Not evaluable when server/discover was not served, on a redirect, somebody else's answer, or when the era is not known.",
      },
      uses: { exchange: removedMethod("DELETE") },
      judge: ({ exchange }) =>
        statusOf(exchange) === 405
          ? []
          : [
              finding("DELETE at the endpoint is not answered with 405", exchange.id, {
                expected: "HTTP 405",
                actual: describe(exchange),
              }),
            ],
    }),
  },
};

export default rule;
