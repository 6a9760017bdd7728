import { describe, shown } from "../../facts/evidence.ts";
import { cancellationAnswers, strayCancellation } from "../../facts/stdio.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "stdio-cancellation",
  category: "transport",
  profile: "core",
  title: "The cancellation of an unknown request is ignored",
  why: "A cancellation often crosses the response on its way. An answer to it is a message that no client waits for, and nobody knows where it belongs.",
  fix: "Ignore notifications/cancelled whose requestId you do not know or have answered already: no error, no exit. Notifications are never answered.",
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["basic/patterns/cancellation#error-handling", "basic/index#notifications"],
      transports: ["stdio"],
      method: {
        probe:
          "In a process of its own: server/discover, notifications/cancelled for an id that was never used, and after at least 300 ms server/discover again.",
        pass: "Nothing answers the notification and the request after it is served.",
        fail: "A response without an id or with the cancelled one; the request after it not served, or the process gone, in two processes.",
        skip: "Not evaluable when the request before it was not served, or the two processes differ.",
      },
      uses: { seen: strayCancellation, answers: cancellationAnswers },
      judge: ({ seen, answers }) => [
        ...answers.map(({ exchange, message, pointer }) =>
          finding(
            "The cancellation of a request that never was got an answer",
            { exchange: exchange.id, pointer },
            { expected: "nothing", actual: shown(message) },
          ),
        ),
        ...(seen.dead
          ? [
              finding(
                "After the cancellation of an unknown request the server serves nothing any more",
                seen.after.id,
                { expected: "a result", actual: describe(seen.after) },
              ),
            ]
          : []),
      ],
    }),
  },
};

export default rule;
