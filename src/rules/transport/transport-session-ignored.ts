import { type Era, era } from "../../facts/era.ts";
import { describe, isServed } from "../../facts/evidence.ts";
import { sessionIdsMinted, withSessionHeader } from "../../facts/headers.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, fact, type Known, known } from "../../model/fact.ts";
import { finding, judgedInParts, note, type Rule } from "../../model/rule.ts";

/** A request with a session id, or an answer that hands one out. */
interface Seen {
  readonly kind: "asked" | "minted";
  readonly exchange: Exchange;
  /** Only who serves this revision alone is told not to hand ids out. */
  readonly era: Era;
}

const seen = fact<readonly Known<Seen>[]>("session header", [withSessionHeader, sessionIdsMinted, era], (recording) =>
  andThen(withSessionHeader.of(recording), (asked) =>
    andThen(sessionIdsMinted.of(recording), (minted) =>
      known([
        // To serve a request for itself is for servers of both eras too.
        ...asked.map((part) =>
          andThen(part, (exchange) => known<Seen>({ kind: "asked", exchange, era: "modern-only" })),
        ),
        ...minted
          .slice(0, 1)
          .map((exchange) =>
            andThen(era.of(recording), (which) => known<Seen>({ kind: "minted", exchange, era: which })),
          ),
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
        pass: "Served like the twin, and no answer of a server of this revision alone has Mcp-Session-Id.",
        fail: "Refused although the twin is served; or an answer with Mcp-Session-Id by a server that serves this revision alone. Of one that serves older ones too that is remarked.",
        skip: "Not evaluable when the twin was not served, somebody else answered, or an answer has the header and the era is not known.",
      },
      parts: seen,
      judge: ({ kind, exchange, era: which }) => {
        if (kind === "minted") {
          if (which === "dual") {
            return [note("An answer of this revision carries Mcp-Session-Id, which it does not have", exchange.id)];
          }
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
