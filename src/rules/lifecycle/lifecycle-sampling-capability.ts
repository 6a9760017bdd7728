import { askedSampling, judgeFeature } from "../../facts/client-features.ts";
import { capabilities } from "../../facts/session.ts";
import { judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-sampling-capability",
  category: "lifecycle",
  profile: "core",
  title: "The server copes with the client's answer to sampling/createMessage",
  why: "A user may turn a request for the model down; a tool that then never returns blocks the conversation.",
  fix: "Await the answer to sampling/createMessage with both of its outcomes, result and error, and finish the tool call either way.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["client/sampling#error-handling", "basic/lifecycle#capability-negotiation"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe:
          "In a session whose client declares sampling, roots and elicitation: the declared lists and up to six safe tools, one at a time; each sampling/createMessage is answered with an error (-1, the user rejected it).",
        pass: "The request in flight is answered, an error included, and the session goes on. A server that lists sampling among its own capabilities is told so in a note.",
        fail: "The request in flight stays without an answer, twice, after the client's; or the session does not answer pings any more.",
        skip: "Skipped when the server sends no sampling/createMessage, or the session is not served.",
      },
      uses: { feature: askedSampling, capabilities },
      judge: ({ feature, capabilities: own }) => judgeFeature(feature, "sampling", "sampling/createMessage", own),
    }),
  },
};

export default rule;
