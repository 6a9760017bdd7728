import { conversations } from "../../client-facts/facts.ts";
import { at, type Conversation, type Returned } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

const responses = fact<readonly Returned[]>("responses of the client", [conversations], (recording) => {
  const all = conversations.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.flatMap((one: Conversation) => one.responses);
  return list.length === 0 ? absent("The client was asked nothing, or answered nothing") : known(list);
});

function judge({ all }: { readonly all: readonly Returned[] }): readonly Finding[] {
  return all.flatMap((one) => {
    const { json } = one;
    if ("result" in json && "error" in json) return [finding("A response has both a result and an error", at(one))];
    if ("result" in json) {
      return isObject(json["result"])
        ? []
        : [finding("The result of a response is no object", at(one, "/result"), { actual: shown(json["result"]) })];
    }
    const error = json["error"];
    if (!isObject(error))
      return [finding("The error of a response is no object", at(one, "/error"), { actual: shown(error) })];
    const { code, message } = error;
    const faults: Finding[] = [];
    if (typeof code !== "number" || !Number.isInteger(code)) {
      faults.push(finding("The code of an error is no integer", at(one, "/error"), { actual: shown(code) }));
    }
    if (typeof message !== "string")
      faults.push(finding("The message of an error is no string", at(one, "/error"), { actual: shown(message) }));
    return faults;
  });
}

const rule: Rule = {
  id: "client-response-shape",
  category: "schema",
  profile: "core",
  title: "Answers of the client have a result object, or an error with an integer code and a message",
  why: "The server that asked waits for one of the two; anything else leaves it with nothing to go on.",
  fix: "Answer each request of the server with either result (an object) or error {code, message}.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/index#result-responses", "basic/index#error-responses", "basic/index#responses"],
      fail: "Both, a result that is no object, an error without integer code or without message.",
      skip: "The server asked nothing.",
      uses: { all: responses },
      judge,
    }),
  },
};

export default rule;
