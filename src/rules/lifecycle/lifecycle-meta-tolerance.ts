import { judgedEach } from "../../facts/cases.ts";
import { describe, methodOf } from "../../facts/evidence.ts";
import { foreignKeys, type Unusual } from "../../facts/meta.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";

function judge({ exchange, refused }: Unusual): readonly Finding[] {
  if (!refused) return [];
  const actual = describe(exchange);
  const what = `${methodOf(exchange)} is refused, twice, when its _meta has a key that the server does not know: ${actual}`;
  return [finding(what, exchange.id, { expected: "the answer that it gives without the key", actual })];
}

const rule: Rule = {
  id: "lifecycle-meta-tolerance",
  category: "lifecycle",
  profile: "core",
  title: "Unknown _meta keys are tolerated",
  why: "Clients, gateways and tracing put keys of their own into _meta; a server that refuses them cannot be used behind any of these.",
  fix: "Leave the schema of params._meta open: no additionalProperties: false, no strict object. Ignore keys that you do not know.",
  revisions: {
    "2025-11-25": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#_meta", "schema#pingrequest"],
      transports: ["http", "stdio"],
      since: "2025-06-18",
      method: {
        probe:
          'A ping with {"com.example/probe":"x"} as _meta beside one without params; a refused one again, with its twin.',
        pass: "It is served.",
        fail: "It is refused, twice, while the plain ping is served.",
        skip: "Not evaluable when the plain ping is not served, nothing answers, or somebody else does.",
      },
      cases: foreignKeys,
      judge,
    }),
    "2026-07-28": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#_meta", "schema#metaobject"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "server/discover and one declared list whose _meta also has com.example.probe/x and traceparent, beside plain ones; what is refused again, with its twin.",
        pass: "They are served as their plain twins are.",
        fail: "One is refused, twice, while its plain twin is served.",
        skip: "Not evaluable when the plain requests are not served, nothing answers, or somebody else does.",
      },
      cases: foreignKeys,
      judge,
    }),
  },
};

export default rule;
