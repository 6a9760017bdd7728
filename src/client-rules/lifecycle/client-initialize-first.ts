import { conversations } from "../../client-facts/facts.ts";
import { at, type Conversation } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { headerValue } from "../../protocol/headers.ts";
import { heard } from "../rule.ts";

/** Whoever comes with a session's id initialized some time, before this server was started maybe. */
const begun = fact<readonly Conversation[]>("beginnings of conversations", [conversations], (recording) => {
  const all = conversations.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.filter((one) => {
    const sent = one.said[0]?.exchange.sent;
    return sent !== undefined && !(sent.kind === "http" && headerValue(sent.headers, "Mcp-Session-Id") !== undefined);
  });
  return list.length === 0 ? absent("No beginning of a conversation was seen") : known(list);
});

function judge({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all.flatMap((one) => {
    const first = one.said.find((each) => each.kind !== "odd" && !(each.kind === "request" && each.method === "ping"));
    if (first === undefined || (first.kind === "request" && first.method === "initialize")) return [];
    const what = first.kind === "response" ? "a response" : first.kind === "odd" ? "no message" : first.method;
    return [finding(`A conversation begins with ${what}`, at(first), { expected: "initialize", actual: what })];
  });
}

const rule: Rule = {
  id: "client-initialize-first",
  category: "lifecycle",
  profile: "core",
  title: "initialize comes first",
  why: "Version and capabilities are not settled before it: a server may refuse everything else.",
  fix: "Send initialize, wait for its answer, send notifications/initialized, and only then the rest.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/lifecycle#initialization"],
      fail: "Another message than initialize or ping stands first in a session or process.",
      skip: "No beginning of a conversation was seen.",
      uses: { all: begun },
      judge,
    }),
  },
};

export default rule;
