import { conversations } from "../../client-facts/facts.ts";
import { at, type Conversation } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

const answering = fact<readonly Conversation[]>(
  "conversations in which the client answered",
  [conversations],
  (recording) => {
    const all = conversations.of(recording);
    if (all.state !== "known") return all;
    const list = all.value.filter((one) => one.responses.length > 0);
    return list.length === 0 ? absent("The client was asked nothing, or answered nothing") : known(list);
  },
);

function judge({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all.flatMap((one) => {
    const done = new Set<unknown>();
    return one.responses.flatMap((response) => {
      // An error about something that could not be read has no id to give.
      if ((response.id ?? null) === null && "error" in response.json) return [];
      const wanted = one.wanted.some((each) => each.id === response.id && each.at < response.at);
      const again = done.has(response.id);
      done.add(response.id);
      if (wanted && !again) return [];
      const message = wanted
        ? "A request of the server was answered a second time"
        : "A response has an id that the server never asked with";
      return [
        finding(message, at(response, "/id"), {
          expected: "the id of a request of the server, same type",
          actual: shown(response.id),
        }),
      ];
    });
  });
}

const rule: Rule = {
  id: "client-response-id",
  category: "schema",
  profile: "core",
  title: "Each answer carries the id of the request that it answers",
  why: "The server finds who waits by the id; an answer with another one is lost.",
  fix: "Give the id back as it came: the same value, the same JSON type, once.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/index#result-responses", "basic/index#error-responses"],
      fail: "A response to an id that the server did not use, or a second one to the same.",
      skip: "The server asked nothing.",
      uses: { all: answering },
      judge,
    }),
  },
};

export default rule;
