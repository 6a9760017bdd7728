import { describe } from "../../facts/evidence.ts";
import { removedMethod } from "../../facts/transport.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "transport-get-removed",
  category: "transport",
  profile: "core",
  title: "GET answers 405",
  why: "An older client opens a stream by GET: 405 tells it at once that there is none, while an open or failing one keeps it waiting or retrying.",
  fix: "Answer GET at the endpoint with 405. Change notifications go over subscriptions/listen, health checks belong to another path.",
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["basic/transports/streamable-http#earlier-streamable-http-revisions"],
      transports: ["http"],
      method: {
        probe:
          "GET with Accept: text/event-stream and the version header, beside server/discover. The head decides, and of a stream the first event, which is waited for at most a second. A legacy initialize elsewhere tells whether older revisions are served too.",
        pass: "405.",
        fail: "Any other answer of a server that speaks this revision only.",
        skip: "When the server also answers initialize, or GET opens the stream of HTTP+SSE (its first event is endpoint). Not evaluable when server/discover was not served, on a redirect, somebody else's answer, or when the era is not known.",
      },
      uses: { exchange: removedMethod("GET") },
      judge: ({ exchange }) =>
        statusOf(exchange) === 405
          ? []
          : [
              finding("GET at the endpoint is not answered with 405", exchange.id, {
                expected: "HTTP 405",
                actual: describe(exchange),
              }),
            ],
    }),
  },
};

export default rule;
