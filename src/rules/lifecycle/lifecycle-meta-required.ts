import { judgedEach } from "../../facts/cases.ts";
import { withoutMeta } from "../../facts/meta.ts";
import { judgeIncomplete } from "../../facts/meta-refusal.ts";
import type { Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-meta-required",
  category: "lifecycle",
  profile: "core",
  title: "A request without _meta is refused",
  why: "Without _meta nobody knows which revision is spoken and what the client can do; a server that guesses serves some clients wrongly.",
  fix: "Refuse a request without params._meta with -32602, over HTTP with status 400, before its handler is asked. Do not put defaults in its place.",
  revisions: {
    "2026-07-28": judgedEach({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#_meta"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "server/discover and one declared list, first complete, then with params {} and without params, headers complete; on stdio in a process of their own.",
        pass: "-32602, over HTTP with status 400. Noted: 400 with -32020; a bare 400; any error of a server of both eras, which may read the request as an earlier revision's.",
        fail: "It is served; another code; over HTTP -32602 under another status.",
        skip: "Not evaluable when the complete requests are not served, nothing answers, somebody else does, or another 4xx comes without a JSON-RPC body.",
      },
      cases: withoutMeta,
      judge: (one) => judgeIncomplete(one, true),
    }),
  },
};

export default rule;
