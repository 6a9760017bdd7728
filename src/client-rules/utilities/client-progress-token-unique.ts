import { reusedTokens, type Twice, tokenOf } from "../../client-facts/facts.ts";
import { at } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

function judge({ twice }: { readonly twice: readonly Twice[] }): readonly Finding[] {
  return twice.map(({ first, second }) =>
    finding("Two running requests have the same progress token", at(second, "/params/_meta/progressToken"), {
      expected: "a token that no running request has",
      actual: `${shown(tokenOf(second))}, as in ${first.exchange.id}`,
    }),
  );
}

const fail = "A request brings the token of another one that is still unanswered.";

const rule: Rule = {
  id: "client-progress-token-unique",
  category: "lifecycle",
  profile: "core",
  title: "Running requests have different progress tokens",
  why: "Progress names the token alone: with one token for two requests nobody knows which of them moves.",
  fix: "Use the id of the request as its token, or count.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/utilities/progress#progress-flow"],
      fail,
      skip: "The client sent no progress token.",
      uses: { twice: reusedTokens },
      judge,
    }),
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/patterns/progress#progress-flow"],
      fail,
      skip: "The client sent no progress token. Not evaluable over HTTP where two running requests share one: they may be of two processes.",
      uses: { twice: reusedTokens },
      judge,
    }),
  },
};

export default rule;
