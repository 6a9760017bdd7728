import { judgedEach } from "../../facts/cases.ts";
import { withoutCapabilities } from "../../facts/meta.ts";
import { judgeIncomplete } from "../../facts/meta-refusal.ts";
import type { Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-meta-client-capabilities-required",
  category: "lifecycle",
  profile: "core",
  title: "A request without clientCapabilities in _meta is refused",
  why: "A server that takes nothing for {} hides the bug of a client that forgot to say what it can do.",
  fix: "Refuse a request whose _meta lacks io.modelcontextprotocol/clientCapabilities with -32602, over HTTP with status 400. The empty object is an answer, its absence is none.",
  revisions: {
    "2026-07-28": judgedEach({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#_meta"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "server/discover and one declared list, first complete, then without io.modelcontextprotocol/clientCapabilities, headers complete.",
        pass: "-32602, over HTTP with status 400. A bare 400 is noted.",
        fail: "It is served; another code, -32020 and -32021 included; over HTTP another status.",
        skip: "Not evaluable when the complete requests are not served, nothing answers, somebody else does, or another 4xx comes without a JSON-RPC body.",
      },
      cases: withoutCapabilities,
      judge: (one) => judgeIncomplete(one, false),
    }),
  },
};

export default rule;
