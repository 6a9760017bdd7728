import { conversations } from "../../client-facts/facts.ts";
import { at, type Conversation, metaOf, type Told } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

interface Progress {
  readonly one: Told;
  readonly session: Conversation;
}

const progress = fact<readonly Progress[]>("progress that the client tells of", [conversations], (recording) => {
  const all = conversations.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.flatMap((session) =>
    session.notifications.filter((one) => one.method === "notifications/progress").map((one) => ({ one, session })),
  );
  return list.length === 0 ? absent("The client told of no progress") : known(list);
});

function judge({ all }: { readonly all: readonly Progress[] }): readonly Finding[] {
  return all.flatMap(({ one, session }) => {
    const token = isObject(one.params) ? one.params["progressToken"] : undefined;
    const given = session.wanted.some((each) => metaOf(each.params)?.["progressToken"] === token && each.at < one.at);
    if (token === undefined || given) return [];
    return [
      finding("Progress is told of a token that the server never gave", at(one, "/params/progressToken"), {
        expected: "the token of a running request of the server",
        actual: shown(token),
      }),
    ];
  });
}

const rule: Rule = {
  id: "client-progress-known-token",
  category: "lifecycle",
  profile: "core",
  title: "Progress names a token that the server gave",
  why: "The server has nothing to lay other progress to.",
  fix: "Send notifications/progress only while a request of the server runs that brought a progressToken, with that token.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/utilities/progress#behavior-requirements"],
      fail: "notifications/progress with a token of no request of the server.",
      skip: "The client told of no progress.",
      uses: { all: progress },
      judge,
    }),
  },
};

export default rule;
