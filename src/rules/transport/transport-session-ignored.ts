import { describe, isServed } from "../../facts/evidence.ts";
import { sessionIdsMinted, withSessionHeader } from "../../facts/headers.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, fact, type Known, known } from "../../model/fact.ts";
import { finding, judgedInParts, type Rule } from "../../model/rule.ts";

/** A request with a session id, or an answer that hands one out. */
interface Seen {
  readonly kind: "asked" | "minted";
  readonly exchange: Exchange;
}

const seen = fact<readonly Known<Seen>[]>("session header", [withSessionHeader, sessionIdsMinted], (recording) =>
  andThen(withSessionHeader.of(recording), (asked) =>
    andThen(sessionIdsMinted.of(recording), (minted) =>
      known([
        ...asked.map((part) => andThen(part, (exchange) => known<Seen>({ kind: "asked", exchange }))),
        ...minted.slice(0, 1).map((exchange) => known<Seen>({ kind: "minted", exchange })),
      ]),
    ),
  ),
);

const rule: Rule = {
  id: "transport-session-ignored",
  category: "transport",
  profile: "core",
  title: "Mcp-Session-Id is ignored and never issued",
  why: "This revision has no sessions. A server that goes by them fails behind a load balancer, and one that issues ids makes older clients believe in state that is not there.",
  fix: "Serve every request by its own _meta, whatever Mcp-Session-Id says, and set no such header on the answer.",
  revisions: {
    "2026-07-28": judgedInParts({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: [
        "basic/transports/streamable-http#earlier-streamable-http-revisions",
        "basic/versioning#compatibility-matrix",
      ],
      transports: ["http"],
      method: {
        probe:
          "server/discover with a random Mcp-Session-Id, beside one without; and the headers of every answer of the run to a sound request of this revision.",
        pass: "Served like the twin, and no answer has Mcp-Session-Id.",
        fail: "Refused although the twin is served; or an answer with Mcp-Session-Id.",
        skip: "Not evaluable when the twin was not served, or somebody else answered.",
      },
      parts: seen,
      judge: ({ kind, exchange }) => {
        if (kind === "minted") {
          return [
            finding("An answer carries Mcp-Session-Id, which this revision does not have", exchange.id, {
              expected: "no such header",
              actual: "Mcp-Session-Id",
            }),
          ];
        }
        return isServed(exchange)
          ? []
          : [
              finding("A request was refused for its Mcp-Session-Id", exchange.id, {
                expected: "a result, as without it",
                actual: describe(exchange),
              }),
            ];
      },
    }),
  },
};

export default rule;
