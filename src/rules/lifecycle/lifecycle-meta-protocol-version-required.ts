import { judgedEach } from "../../facts/cases.ts";
import { withoutVersion } from "../../facts/meta.ts";
import { judgeIncomplete } from "../../facts/meta-refusal.ts";
import type { Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-meta-protocol-version-required",
  category: "lifecycle",
  profile: "core",
  title: "A request without protocolVersion in _meta is refused",
  why: "The version belongs to each request: one that is guessed changes the meaning of the answer.",
  fix: "Refuse a request whose _meta lacks io.modelcontextprotocol/protocolVersion with -32602, over HTTP with status 400. Do not take it from the header or from an earlier request.",
  revisions: {
    "2026-07-28": judgedEach({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#_meta"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "server/discover and one declared list, first complete, then without io.modelcontextprotocol/protocolVersion, headers complete; on stdio in a process of their own.",
        pass: "-32602, over HTTP with status 400. Noted: 400 with -32020; a bare 400; any error of a server of both eras, which may read the request as an earlier revision's.",
        fail: "It is served; another code; over HTTP -32602 under another status.",
        skip: "Not evaluable when the complete requests are not served, nothing answers, somebody else does, or another 4xx comes without a JSON-RPC body.",
      },
      cases: withoutVersion,
      judge: (one) => judgeIncomplete(one, true),
    }),
  },
};

export default rule;
