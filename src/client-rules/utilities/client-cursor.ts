import { asking } from "../../client-facts/facts.ts";
import { type Asked, at, conversationsOf } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list", "tasks/list"] as const;
const lists = asking(...LISTS);

interface Paged {
  readonly asked: Asked;
  readonly cursor: string;
  readonly given: boolean;
}

const paged = fact<readonly Paged[]>("pages asked for", [lists], (recording) => {
  const all = conversationsOf(recording).flatMap((one) => one.requests);
  const list = all.flatMap((asked): Paged[] => {
    const cursor = isObject(asked.params) ? asked.params["cursor"] : undefined;
    if (typeof cursor !== "string" || !LISTS.some((one) => one === asked.method)) return [];
    const given = all.some((one) => {
      const result = one.reply?.json["result"];
      return one.method === asked.method && isObject(result) && result["nextCursor"] === cursor;
    });
    return [{ asked, cursor, given }];
  });
  return list.length === 0 ? absent("The client asked for no further page") : known(list);
});

function judge({ all }: { readonly all: readonly Paged[] }): readonly Finding[] {
  return all
    .filter((one) => !one.given)
    .map(({ asked, cursor }) =>
      finding(`${asked.method} has a cursor that the server never gave for it`, at(asked, "/params/cursor"), {
        expected: "the nextCursor of a page, unchanged",
        actual: shown(cursor),
      }),
    );
}

const about = {
  level: "MUST",
  clauses: ["server/utilities/pagination#implementation-guidelines"],
  fail: "A cursor that stood in no answer to the same method.",
  skip: "The client asked for no further page.",
  uses: { all: paged },
  judge,
} as const;

const rule: Rule = {
  id: "client-cursor",
  category: "lifecycle",
  profile: "core",
  title: "Cursors go back as they came",
  why: "A cursor means something to its server alone: one that was made, changed or kept from elsewhere is refused or leads to the wrong page.",
  fix: "Send the nextCursor of the last answer as cursor, character by character; without nextCursor the list is at its end.",
  revisions: { "2025-11-25": heard(about), "2026-07-28": heard(about) },
};

export default rule;
