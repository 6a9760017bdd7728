import { judgedEach } from "../../facts/cases.ts";
import { removedMethods } from "../../facts/discover.ts";
import { describe, methodOf } from "../../facts/evidence.ts";
import { finding, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const METHOD_NOT_FOUND = -32601;

const rule: Rule = {
  id: "lifecycle-removed-methods",
  category: "lifecycle",
  profile: "core",
  title: "Removed methods are unknown methods",
  why: "A client that still pings or subscribes in the old way has to learn that this is gone; an answer makes it wait for what never comes.",
  fix: "Route requests of this revision to its own methods only: ping, logging/setLevel, resources/subscribe and resources/unsubscribe get -32601. Keep them for sessions of earlier revisions.",
  revisions: {
    "2026-07-28": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: [
        "changelog#major-changes",
        "basic/transports/streamable-http#protocol-version-header",
        "schema#methodnotfounderror",
      ],
      transports: ["http", "stdio"],
      method: {
        probe:
          "ping, logging/setLevel, resources/subscribe and resources/unsubscribe (with a listed uri, else test:x), with _meta and headers of this revision, beside server/discover.",
        pass: "-32601 for each, under any HTTP status. A bare 404 is noted.",
        fail: "A result, or a JSON-RPC error with another code.",
        skip: "Not evaluable when server/discover is not served, nothing answers, somebody else does, or another status comes without a JSON-RPC error.",
      },
      cases: removedMethods,
      judge: (exchange) => {
        const reply = replyOf(exchange);
        const method = methodOf(exchange);
        const actual = describe(exchange);
        if (reply.kind === "status")
          return [note(`${method} was answered with HTTP 404 alone, which an intermediary may have sent`, exchange.id)];
        if (reply.kind === "error" && reply.code === METHOD_NOT_FOUND) return [];
        const what = reply.kind === "error" ? `is refused with another code than -32601: ${actual}` : "is still served";
        return [
          finding(`${method}, which this revision removed, ${what}`, exchange.id, {
            expected: "JSON-RPC error -32601",
            actual,
          }),
        ];
      },
    }),
  },
};

export default rule;
