import { conversations } from "../../client-facts/facts.ts";
import { at, type Conversation, type Told } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

interface Cancelled {
  readonly one: Told;
  readonly session: Conversation;
}

const cancelled = fact<readonly Cancelled[]>("cancellations", [conversations], (recording) => {
  const all = conversations.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.flatMap((session) =>
    session.notifications.filter((one) => one.method === "notifications/cancelled").map((one) => ({ one, session })),
  );
  return list.length === 0 ? absent("The client cancelled nothing") : known(list);
});

function judge({ all }: { readonly all: readonly Cancelled[] }): readonly Finding[] {
  return all.flatMap(({ one, session }) => {
    const id = isObject(one.params) ? one.params["requestId"] : undefined;
    if (id === undefined) {
      const expected = "params.requestId: the id of a request of this client";
      return [
        finding("A cancellation does not say which request it is about", at(one), { expected, actual: "no requestId" }),
      ];
    }
    // An id of another type is the schema's matter.
    if (typeof id !== "string" && typeof id !== "number") return [];
    // An answer that crosses the cancellation is no fault, so what is over already is not looked at.
    const asked = session.requests.find((each) => each.id === id && each.at < one.at);
    if (asked !== undefined) return [];
    return [
      finding("A request is cancelled that the client did not send", at(one, "/params/requestId"), {
        expected: "the id of a request of this client, same type",
        actual: shown(id),
      }),
    ];
  });
}

const fail = "notifications/cancelled with an id that the client did not use before, or without any.";
const skip = "The client cancelled nothing. That a request was over already is no fault: the two may have crossed.";

const rule: Rule = {
  id: "client-cancel-known",
  category: "lifecycle",
  profile: "core",
  title: "Only own requests are cancelled",
  why: "The server drops a cancellation that it cannot place, and the request goes on.",
  fix: 'Put the id of the request into params.requestId as it was sent: 5 and "5" are two ids.',
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/utilities/cancellation#behavior-requirements", "schema#cancellednotificationparams"],
      fail,
      skip,
      uses: { all: cancelled },
      judge,
    }),
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/patterns/cancellation#behavior-requirements"],
      transports: ["stdio"],
      fail,
      skip,
      uses: { all: cancelled },
      judge,
    }),
  },
};

export default rule;
