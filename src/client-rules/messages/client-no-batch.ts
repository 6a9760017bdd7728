import { conversations } from "../../client-facts/facts.ts";
import { at, type Conversation } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard } from "../rule.ts";

function found(all: readonly Conversation[]): readonly Finding[] {
  return all
    .flatMap((one) => one.batches)
    .map((one) =>
      finding("Several messages were sent as one array", at(one), {
        expected: "one message",
        actual: `an array of ${one.members}`,
      }),
    );
}

/** Revision 2025-03-26 has batches: where the version was not seen, an array may be right. */
function judgeSessions({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return found(all.filter((one) => (one.handshake?.version ?? "") >= "2025-06-18"));
}

const rule: Rule = {
  id: "client-no-batch",
  category: "transport",
  profile: "core",
  title: "Each body or line is a single message",
  why: "Batches ended with revision 2025-06-18; servers refuse them.",
  fix: "Send every request, notification and response by itself, over HTTP in a POST of its own.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/transports#sending-messages-to-the-server", "basic/transports#stdio"],
      since: "2025-06-18",
      fail: "A JSON array, in a session of 2025-06-18 or later.",
      skip: "The client said nothing, or negotiated an older revision.",
      uses: { all: conversations },
      judge: judgeSessions,
    }),
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/transports/streamable-http#sending-messages", "basic/transports/stdio#"],
      fail: "A JSON array.",
      skip: "The client said nothing.",
      uses: { all: conversations },
      judge: ({ all }) => found(all),
    }),
  },
};

export default rule;
