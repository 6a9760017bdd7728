import { judgedEach } from "../../facts/cases.ts";
import { describe, methodOf } from "../../facts/evidence.ts";
import { anonymous } from "../../facts/meta.ts";
import { finding, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-meta-client-info-optional",
  category: "lifecycle",
  profile: "core",
  title: "A client may stay anonymous",
  why: "clientInfo is optional: a server that demands it shuts out clients that keep their name to themselves.",
  fix: 'Do not demand _meta["io.modelcontextprotocol/clientInfo"], and do not make what you do depend on it.',
  revisions: {
    "2026-07-28": judgedEach({
      required: true,
      basis: "spec",
      level: "MAY",
      clauses: ["basic/index#_meta"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "server/discover and one declared list without clientInfo, beside plain ones; what is refused again, with its twin.",
        pass: "They are served as their twins are.",
        fail: "One is refused, twice, while its twin is served.",
        skip: "Not evaluable when the twins are not served, nothing answers, or somebody else does.",
      },
      cases: anonymous,
      judge: ({ exchange, refused }) => {
        if (!refused) return [];
        const actual = describe(exchange);
        const what = `${methodOf(exchange)} without clientInfo is refused: ${actual}`;
        return [finding(what, exchange.id, { expected: "the answer that it gives with clientInfo", actual })];
      },
    }),
  },
};

export default rule;
