import { describe } from "../../facts/evidence.ts";
import { type Survival, survival } from "../../facts/survival.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

const afterOversized = survival("after an oversized input", "security/oversized-input");

function judge({ after }: { readonly after: Survival }): readonly (Finding | Note)[] {
  const answer = describe(after.deed);
  if (after.silence === undefined) return [note(`The large message was answered with ${answer}`, after.deed.id)];
  return [
    finding("After a message of one megabyte the server serves nobody any more", after.deed.id, {
      expected: "an answer, a refusal (413) or a closed connection, and the next request is served",
      actual: `${answer}; then ${describe(after.silence)}`,
    }),
  ];
}

const common = {
  required: false,
  basis: "advice",
  level: "advice",
  clauses: ["server/tools#security-considerations"],
  transports: ["http", "stdio"],
  uses: { after: afterOversized },
  judge,
} as const;

const rule: Rule = {
  id: "security-oversized-input",
  category: "security",
  profile: "core",
  title: "A message of one megabyte does not end the server",
  why: "One large argument, sent by accident, would take the server away from everybody who uses it.",
  fix: "Set a limit on the size of a body or line (frameworks call it a body limit), refuse what passes it with 413 or a JSON-RPC error, and catch the error where you read the input, not only in the tool.",
  revisions: {
    "2025-11-25": judged({
      ...common,
      since: "2024-11-05",
      method: {
        probe:
          "In a session of its own: a ping with a _meta member of one million bytes, then plain pings, on a new session too.",
        pass: "Whatever the answer, a plain ping is served afterwards.",
        fail: "Nobody is served afterwards, twice; on stdio in a second process too.",
        skip: "The ping before was not served.",
      },
    }),
    "2026-07-28": judged({
      ...common,
      method: {
        probe:
          "A safe tool is called with a string of one million bytes, then server/discover is asked, on new connections.",
        pass: "Whatever the answer, server/discover is served afterwards.",
        fail: "It is not, twice; on stdio in a second process too.",
        skip: "No safe tool; server/discover was not served before.",
      },
    }),
  },
};

export default rule;
