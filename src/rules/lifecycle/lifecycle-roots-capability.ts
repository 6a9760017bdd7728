import { askedRoots, judgeFeature } from "../../facts/client-features.ts";
import { capabilities } from "../../facts/session.ts";
import { judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-roots-capability",
  category: "lifecycle",
  profile: "core",
  title: "The server copes with the client's answer to roots/list",
  why: "A client without open folders has no roots; a tool that then never returns blocks the conversation.",
  fix: "Treat an empty list of roots as an answer: finish the tool call with a result or an error.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["client/roots#listing-roots", "basic/lifecycle#capability-negotiation"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe:
          "In a session whose client declares sampling, roots and elicitation: the declared lists and up to six safe tools, one at a time; each roots/list is answered with no roots.",
        pass: "The request in flight is answered, an error included, and the session goes on. A server that lists roots among its own capabilities is told so in a note.",
        fail: "The request in flight stays without an answer, twice, after the client's; or the session does not answer pings any more.",
        skip: "Skipped when the server sends no roots/list, or the session is not served.",
      },
      uses: { feature: askedRoots, capabilities },
      judge: ({ feature, capabilities: own }) => judgeFeature(feature, "roots", "roots/list", own),
    }),
  },
};

export default rule;
