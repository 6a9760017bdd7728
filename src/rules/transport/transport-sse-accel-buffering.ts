import { methodOf, shorten } from "../../facts/evidence.ts";
import { eventStreams, listenAnswer } from "../../facts/streams.ts";
import { finding, judgedInParts, type Rule } from "../../model/rule.ts";
import { headersOf } from "../../protocol/answer.ts";
import { headerValue } from "../../protocol/headers.ts";

const scan = judgedInParts({
  required: false,
  basis: "spec",
  level: "SHOULD",
  clauses: ["basic/transports/streamable-http#receiving-messages"],
  transports: ["http"],
  method: {
    probe: "The headers of every event stream of the run that answers a sound request, subscriptions/listen included.",
    pass: "X-Accel-Buffering: no, in any case, on each.",
    fail: "It is missing, or says something else, on any.",
    skip: "When no request is answered with an event stream. Not evaluable where it is missing and other headers show a proxy, which may have taken it out.",
  },
  parts: eventStreams,
  judge: (exchange) => {
    const value = headerValue(headersOf(exchange), "x-accel-buffering");
    if (value?.trim().toLowerCase() === "no") return [];
    return [
      finding(`The event stream that answers ${methodOf(exchange)} lets proxies buffer it`, exchange.id, {
        expected: "X-Accel-Buffering: no",
        actual: value === undefined ? "no such header" : `X-Accel-Buffering: ${shorten(value, 60)}`,
      }),
    ];
  },
});

const rule: Rule = {
  id: "transport-sse-accel-buffering",
  category: "transport",
  profile: "full",
  title: "Event streams switch the buffering of proxies off",
  why: "nginx and its like hold an answer back until their buffer is full: progress and changes then come late, all at once, or after the client has given up.",
  fix: "Set X-Accel-Buffering: no beside Content-Type: text/event-stream, on every stream, that of subscriptions/listen too.",
  revisions: {
    // A scan sends nothing of its own, and a run of few checks may have no other stream.
    "2026-07-28": { ...scan, uses: [...scan.uses, listenAnswer] },
  },
};

export default rule;
