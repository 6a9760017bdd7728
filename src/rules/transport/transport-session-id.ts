import { describe } from "../../facts/evidence.ts";
import { describeStatus, withoutSession } from "../../facts/transport.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, fact, known, unknown } from "../../model/fact.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";
import { replyOf, statusOf } from "../../protocol/answer.ts";

/** The answer where it is a result or a refusal. */
const telling = fact<Exchange>("answer without session id", [withoutSession], (recording) =>
  andThen(withoutSession.of(recording), (exchange) => {
    const { kind } = replyOf(exchange);
    const refused = (statusOf(exchange) ?? 0) >= 400;
    return kind === "result" || kind === "error" || refused
      ? known(exchange)
      : unknown(`a ping without session id was answered with ${describe(exchange)}`);
  }),
);

const rule: Rule = {
  id: "transport-session-id",
  category: "transport",
  profile: "core",
  title: "A missing session id is refused with 400",
  why: "Clients tell by the status what went wrong: 400 is their own mistake, 404 an ended session that they have to open again.",
  fix: "Where your server needs Mcp-Session-Id, answer a request without it (other than initialize) with 400 Bad Request before you look up the session.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["basic/transports#session-management"],
      transports: ["http"],
      since: "2025-03-26",
      until: "2025-11-25",
      method: {
        probe: "A ping with the session's id, then one without any; the version header stays.",
        pass: "400. Served: the server does not require the id, which is remarked.",
        fail: "Another 4xx or 5xx, or a JSON-RPC error under a 2xx.",
        skip: "When initialize gave no session id. Not evaluable when the ping with the id was not served, or somebody else answered.",
      },
      uses: { exchange: telling },
      judge: ({ exchange }) => {
        if (replyOf(exchange).kind === "result")
          return [note("This server also serves requests without a session id", exchange.id)];
        const status = statusOf(exchange);
        return status === 400
          ? []
          : [
              finding("A request without a session id was refused in another way than by 400", exchange.id, {
                expected: "HTTP 400",
                actual: describeStatus(exchange),
              }),
            ];
      },
    }),
  },
};

export default rule;
