import { describe, methodOf } from "../../facts/evidence.ts";
import { methodsNotFound, unknownNotFound } from "../../facts/not-found.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Fact, Known } from "../../model/fact.ts";
import { finding, judgedInParts, type Rule, type RuleRevision } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";

function judgedOn(parts: Fact<readonly Known<Exchange>[]>, probe: string): RuleRevision {
  return judgedInParts({
    required: true,
    basis: "spec",
    level: "MUST",
    clauses: ["basic/transports/streamable-http#protocol-version-header"],
    transports: ["http"],
    method: {
      probe,
      pass: "HTTP 404 for each -32601.",
      fail: "-32601 under another status.",
      skip: "When no answer has the code -32601, which is another check's matter. Not evaluable when server/discover was not served, somebody else answered, or no JSON-RPC error came.",
    },
    parts,
    judge: (exchange) => {
      const status = statusOf(exchange);
      if (status === 404) return [];
      const what = `${methodOf(exchange)}, which the server does not have, is answered with HTTP ${status ?? "?"}`;
      const actual = `HTTP ${status ?? "?"} with ${describe(exchange).replace(/^HTTP \d+ with /, "")}`;
      return [finding(what, exchange.id, { expected: "HTTP 404 with JSON-RPC error -32601", actual })];
    },
  });
}

const rule: Rule = {
  id: "transport-method-not-found-404",
  category: "transport",
  profile: "full",
  title: "An unknown method is HTTP 404 with -32601",
  why: "A gateway sees the status alone: a method that is missing under 200 counts as served in its statistics and its caches.",
  fix: "Where the error is -32601 (Method not found), give the HTTP answer the status 404. SDK handlers of this revision do it; one that wraps every message in 200 needs a look at the code before it writes the head.",
  revisions: {
    "2026-07-28": {
      ...judgedOn(
        methodsNotFound,
        "The answers to the random method of error-unknown-method and to the removed methods of lifecycle-removed-methods.",
      ),
      reading: judgedOn(unknownNotFound, "The answer to the random method of error-unknown-method."),
    },
  },
};

export default rule;
