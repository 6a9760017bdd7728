import { sessions } from "../../client-facts/facts.ts";
import { at, type Conversation } from "../../client-facts/heard.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard } from "../rule.ts";

function judge({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all.flatMap((session) =>
    session.notifications
      .filter((one) => one.method === "notifications/cancelled" && isObject(one.params))
      .filter((one) => isObject(one.params) && one.params["requestId"] === session.handshake?.asked.id)
      .map((one) =>
        finding("The client cancels its initialize", at(one, "/params/requestId"), { expected: "any other request" }),
      ),
  );
}

const rule: Rule = {
  id: "client-cancel-not-initialize",
  category: "lifecycle",
  profile: "core",
  title: "initialize is not cancelled",
  why: "Nobody knows what a session is worth whose handshake was taken back.",
  fix: "Close the connection, or end the process, to give up on initialize.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST NOT",
      clauses: ["basic/utilities/cancellation#behavior-requirements"],
      fail: "notifications/cancelled with the id of initialize.",
      skip: "The client opened no session.",
      uses: { all: sessions },
      judge,
    }),
  },
};

export default rule;
