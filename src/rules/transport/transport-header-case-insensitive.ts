import { describe } from "../../facts/evidence.ts";
import { oddlyCased } from "../../facts/headers.ts";
import { finding, judgedInParts, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "transport-header-case-insensitive",
  category: "transport",
  profile: "core",
  title: "Header names are matched without regard to case",
  why: "HTTP/2 sends all names in lower case and HTTP/1.1 clients write them as they like: a server that insists on one spelling refuses sound requests.",
  fix: "Look headers up by lower-case name (req.headers in Node, Headers.get), never in rawHeaders by the spelling of the specification.",
  revisions: {
    "2026-07-28": judgedInParts({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports/streamable-http#case-sensitivity"],
      transports: ["http"],
      method: {
        probe:
          "server/discover over HTTP/1.1 with the names in lower case, in capitals and in mixed case, beside one as the specification writes them.",
        pass: "Served like the twin.",
        fail: "Refused although the twin is served.",
        skip: "Not evaluable when the twin was not served, or somebody else answered.",
      },
      parts: oddlyCased,
      judge: (exchange) =>
        replyOf(exchange).kind === "result"
          ? []
          : [
              finding("A sound request with header names in another case was refused", exchange.id, {
                expected: "a result",
                actual: `${describe(exchange)} (${exchange.label})`,
              }),
            ],
    }),
  },
};

export default rule;
