import { describe, shown } from "../../facts/evidence.ts";
import { afterUnknownMethod, type Survival } from "../../facts/stdio.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

function deadOf({ after, dead }: Survival): readonly Finding[] {
  return dead
    ? [
        finding("After an unknown method the server serves nothing any more", after.id, {
          expected: "a result",
          actual: describe(after),
        }),
      ]
    : [];
}

/** What other rules judge is only remarked. */
function remarks({ subject }: Survival): readonly Note[] {
  const reply = replyOf(subject);
  if (reply.kind === "error" && reply.code === -32601) return [];
  if (reply.kind === "error") return [note(`The error code is ${shown(reply.code)}, not -32601`, subject.id)];
  return [note(`The unknown method itself was answered with: ${describe(subject)}`, subject.id)];
}

function unanswered({ subject, dead }: Survival): readonly Finding[] {
  const reply = replyOf(subject);
  const expected = "a JSON-RPC error";
  if (dead) return [];
  if (reply.kind === "none") {
    return [
      finding("An unknown method was not answered, the request after it was", subject.id, {
        expected,
        actual: reply.why,
      }),
    ];
  }
  if (reply.kind !== "result") return [];
  return [
    finding("An unknown method was answered with a result", subject.id, { expected, actual: shown(reply.result) }),
  ];
}

const rule: Rule = {
  id: "stdio-unknown-method-recovers",
  category: "transport",
  profile: "core",
  title: "The server survives an unknown method",
  why: "A newer client asks for things that an older server does not know. A server that dies of it takes the whole conversation with it.",
  fix: "Answer an unknown method with the error -32601 and go on reading. Look for a dispatcher that throws outside of a try block, or an unhandled rejection that ends the process. An SDK server answers by itself.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages", "basic/utilities/ping#behavior-requirements"],
      transports: ["stdio"],
      since: "2024-11-05",
      method: {
        probe:
          "A request with a random method between two pings; where the second is not served, once more in a fresh process.",
        pass: "The ping after it is served. Another code than -32601, or no answer to the unknown method, is remarked.",
        fail: "The process is gone or the ping is not served, in both processes.",
        skip: "Not evaluable when the ping before it was not served, or the two processes differ.",
      },
      uses: { seen: afterUnknownMethod },
      judge: ({ seen }) => (seen.dead ? deadOf(seen) : remarks(seen)),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/patterns/index#request-and-response", "basic/index#messages"],
      transports: ["stdio"],
      method: {
        probe:
          "A request with a random method between two server/discover; where the second is not served, once more in a fresh process.",
        pass: "A JSON-RPC error for it, whatever the code, and a result for the request after it.",
        fail: "A result; no answer although the request after it is served; the request after it not served, or the process gone, in both processes.",
        skip: "Not evaluable when the request before it was not served, or the two processes differ.",
      },
      uses: { seen: afterUnknownMethod },
      judge: ({ seen }) => [...deadOf(seen), ...unanswered(seen)],
    }),
  },
};

export default rule;
