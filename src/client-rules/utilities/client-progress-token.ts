import { requests, tokenOf } from "../../client-facts/facts.ts";
import { type Asked, at } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

const tokens = fact<readonly Asked[]>("requests with a progress token", [requests], (recording) => {
  const all = requests.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.filter((one) => tokenOf(one) !== undefined);
  return list.length === 0 ? absent("The client sent no progress token") : known(list);
});

function judge({ all }: { readonly all: readonly Asked[] }): readonly Finding[] {
  return all.flatMap((one) => {
    const token = tokenOf(one);
    if (typeof token === "string" || (typeof token === "number" && Number.isInteger(token))) return [];
    return [
      finding("A progress token is no string and no integer", at(one, "/params/_meta/progressToken"), {
        expected: "a string or an integer",
        actual: shown(token),
      }),
    ];
  });
}

const fail = "A progressToken that is a fraction, null, a boolean, an array or an object.";
const skip = "The client sent no progress token.";

const rule: Rule = {
  id: "client-progress-token",
  category: "lifecycle",
  profile: "core",
  title: "Progress tokens are strings or integers",
  why: "The server gives the token back with every progress notification; others it may refuse.",
  fix: "Use the id of the request, or a counter.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/utilities/progress#progress-flow"],
      fail,
      skip,
      uses: { all: tokens },
      judge,
    }),
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/patterns/progress#progress-flow"],
      fail,
      skip,
      uses: { all: tokens },
      judge,
    }),
  },
};

export default rule;
