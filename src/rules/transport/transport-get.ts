import { shorten } from "../../facts/evidence.ts";
import { getAnswer, isStream } from "../../facts/streams.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";
import { mediaTypeOf, statusOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "transport-get",
  category: "transport",
  profile: "core",
  title: "GET opens an event stream or answers 405",
  why: "Clients open the stream right after the handshake. They understand a stream and 405; anything else is an error in their logs, or ends the connection.",
  fix: "Answer GET at the endpoint with text/event-stream, or with 405 Method Not Allowed where you offer no stream. Health checks belong to another path.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#listening-for-messages-from-the-server", "basic/transports#streamable-http"],
      transports: ["http"],
      since: "2025-03-26",
      until: "2025-11-25",
      method: {
        probe:
          "In a session of its own, after a ping: GET with Accept: text/event-stream. The head decides. A 409 is tried once more, a redirect on the same origin followed once.",
        pass: "A 2xx with text/event-stream, or 405.",
        fail: "Any other status, or another media type.",
        skip: "Not evaluable when the ping was not served, somebody else answered, or no head came within 5 s.",
      },
      uses: { exchange: getAnswer },
      judge: ({ exchange }) => {
        if (statusOf(exchange) === 405 || isStream(exchange)) return [];
        const type = mediaTypeOf(exchange) ?? "no media type";
        return [
          finding("GET at the endpoint is answered neither with a stream nor with 405", exchange.id, {
            expected: "text/event-stream, or HTTP 405",
            actual: `HTTP ${statusOf(exchange)}, ${shorten(type)}`,
          }),
        ];
      },
    }),
  },
};

export default rule;
