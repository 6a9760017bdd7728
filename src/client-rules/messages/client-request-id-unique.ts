import { reusedIds, type Twice } from "../../client-facts/facts.ts";
import { at } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

function judge({ twice }: { readonly twice: readonly Twice[] }): readonly Finding[] {
  return twice.map(({ first, second }) =>
    finding(`The id of ${second.method} was used before, for ${first.method}`, at(second, "/id"), {
      expected: "an id that this sender did not use yet",
      actual: `${shown(second.id)}, as in ${first.exchange.id}`,
    }),
  );
}

const rule: Rule = {
  id: "client-request-id-unique",
  category: "schema",
  profile: "core",
  title: "No request id is used twice",
  why: "Two requests with one id cannot be told apart: their answers, cancellations and logs get mixed up.",
  fix: "Take a new id for every request of a session; for retries too. Never reset the counter while the session lasts.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST NOT",
      clauses: ["basic/index#requests"],
      fail: "An id that the same session used before, of the same type.",
      skip: "The client asked nothing.",
      uses: { twice: reusedIds },
      judge,
    }),
    "2026-07-28": heard({
      level: "MUST NOT",
      clauses: ["basic/index#requests"],
      fail: "An id of a request that was not answered yet (stdio).",
      skip: "The client asked nothing. Not evaluable over HTTP where two running requests have one id: they may be of two processes.",
      uses: { twice: reusedIds },
      judge,
    }),
  },
};

export default rule;
