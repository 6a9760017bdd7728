import { type Crowd, crowd } from "../../facts/concurrent.ts";
import { describe, shown } from "../../facts/evidence.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

function judge({ seen: { crossed, lost, turnedAway } }: { readonly seen: Crowd }): readonly (Finding | Note)[] {
  return [
    ...crossed.map((exchange) => {
      const reply = replyOf(exchange);
      const id = reply.kind === "foreign" ? shown(reply.message["id"]) : "another id";
      return finding("Of parallel requests one was answered with another one's id", exchange.id, {
        expected: `the id ${shown(exchange.sent?.ids[0])}`,
        actual: `the id ${id}`,
      });
    }),
    ...lost.map((exchange) =>
      finding("Of parallel requests one stayed without an answer, twice", exchange.id, {
        expected: "a response",
        actual: describe(exchange),
      }),
    ),
    ...(turnedAway === 0 ? [] : [note(`${turnedAway} of the parallel requests were turned away (429 or 503)`)]),
  ];
}

const rule: Rule = {
  id: "transport-concurrent",
  category: "transport",
  profile: "core",
  title: "Parallel requests each get their own answer",
  why: "Hosts ask several things at once. Crossed or lost answers give one caller another one's data, or leave it waiting.",
  fix: "Keep everything that belongs to one request (its id, its response stream) in that request's own scope, never in a variable of the module or of the transport.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#result-responses", "basic/transports#sending-messages-to-the-server"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe:
          "Five pings at once on connections of their own; once more, between two others, where one stays unanswered.",
        pass: "Every answer has the id of its own request. 429 and 503 are remarked.",
        fail: "An answer with another id; a ping that stays unanswered in both rounds.",
        skip: "Not evaluable when a single ping was not served, or fewer than two of the five were answered.",
      },
      uses: { seen: crowd },
      judge,
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#result-responses", "basic/index#statelessness"],
      transports: ["http"],
      method: {
        probe:
          "Five server/discover at once on connections of their own, with integer and string ids; once more, between two others, where one stays unanswered.",
        pass: "Every answer has the id of its own request. 429 and 503 are remarked.",
        fail: "An answer with another id; a request that stays unanswered in both rounds though the one afterwards is served.",
        skip: "Not evaluable when the request afterwards was not served, or fewer than two of the five were answered.",
      },
      uses: { seen: crowd },
      judge,
    }),
  },
};

export default rule;
