import { describe, isServed } from "../../facts/evidence.ts";
import { unknownSession, withoutSession } from "../../facts/transport.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf, statusOf } from "../../protocol/answer.ts";

function judge(unknown: Exchange, missing: Exchange): readonly (Finding | Note)[] {
  const status = statusOf(unknown) ?? 0;
  if (!isServed(unknown)) {
    return status === 404
      ? []
      : [
          note(
            `An unknown session id was answered with ${describe(unknown)}; clients open a new session on 404 alone`,
            unknown.id,
          ),
        ];
  }
  // Who serves without any id does not go by ids at all.
  if (isServed(missing))
    return [note("This server does not go by session ids: it serves an unknown one and none", unknown.id)];
  const refused = (statusOf(missing) ?? 0) >= 400 || replyOf(missing).kind === "error";
  if (!refused)
    return [note(`An unknown session id was served; a missing one was answered with ${describe(missing)}`, unknown.id)];
  return [
    finding("A session id that was never issued is served, though a missing one is refused", unknown.id, {
      expected: "HTTP 404",
      actual: describe(unknown),
    }),
  ];
}

const rule: Rule = {
  id: "transport-session-invalid",
  category: "transport",
  profile: "core",
  title: "An unknown session id is not taken for a session",
  why: "If any string will do as a session id, requests run in sessions that nobody opened, and clients never learn that theirs is gone.",
  fix: "Keep the ids that you issue, and answer 404 to a request whose Mcp-Session-Id is none of them.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#session-management", "basic/lifecycle#initialization"],
      transports: ["http"],
      since: "2025-03-26",
      until: "2025-11-25",
      method: {
        probe: "A ping with the session's id, one with a random UUID in its place, one without any.",
        pass: "404. Another refusal is remarked; so is a server that serves without any id too.",
        fail: "Served, though a missing id is refused.",
        skip: "When initialize gave no session id. Not evaluable when the ping with the real id was not served, or somebody else answered.",
      },
      uses: { unknown: unknownSession, missing: withoutSession },
      judge: ({ unknown, missing }) => judge(unknown, missing),
    }),
  },
};

export default rule;
