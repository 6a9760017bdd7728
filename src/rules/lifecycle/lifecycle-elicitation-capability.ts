import { askedElicitation, judgeFeature } from "../../facts/client-features.ts";
import { capabilities } from "../../facts/session.ts";
import { judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-elicitation-capability",
  category: "lifecycle",
  profile: "core",
  title: "The server copes with the client's answer to elicitation/create",
  why: "A user may decline to fill in a form; a tool that then never returns blocks the conversation.",
  fix: "Handle the actions accept, decline and cancel of elicitation/create, and finish the tool call in each case.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["client/elicitation#response-actions", "basic/lifecycle#capability-negotiation"],
      transports: ["http", "stdio"],
      since: "2025-06-18",
      until: "2025-11-25",
      method: {
        probe:
          'In a session whose client declares sampling, roots and elicitation: the declared lists and up to six safe tools, one at a time; each elicitation/create is answered with {"action":"decline"}.',
        pass: "The request in flight is answered, an error included, and the session goes on. A server that lists elicitation among its own capabilities is told so in a note.",
        fail: "The request in flight stays without an answer, twice, after the client's; or the session does not answer pings any more.",
        skip: "Skipped when the server sends no elicitation/create, or the session is not served.",
      },
      uses: { feature: askedElicitation, capabilities },
      judge: ({ feature, capabilities: own }) => judgeFeature(feature, "elicitation", "elicitation/create", own),
    }),
  },
};

export default rule;
