import { asking } from "../../client-facts/facts.ts";
import { type Asked, at, conversationsOf } from "../../client-facts/heard.ts";
import { absent, fact, type Known, known, unknown } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heardInParts, shown } from "../rule.ts";

const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list", "tasks/list"] as const;
const lists = asking(...LISTS);

interface Paged {
  readonly asked: Asked;
  readonly cursor: string;
  readonly given: boolean;
}

/**
 * Each page that was asked for. A cursor that was not seen to be given and is served all the same may have been given
 * before this server was started, or by another process of it.
 */
const paged = fact<readonly Known<Paged>[]>("pages asked for", [lists], (recording) => {
  const all = conversationsOf(recording).flatMap((one) => one.requests);
  const list = all.flatMap((asked): readonly Known<Paged>[] => {
    const cursor = isObject(asked.params) ? asked.params["cursor"] : undefined;
    if (typeof cursor !== "string" || !LISTS.some((one) => one === asked.method)) return [];
    const given = all.some((one) => {
      const result = one.reply?.json["result"];
      return one.method === asked.method && isObject(result) && result["nextCursor"] === cursor;
    });
    const refused = isObject(asked.reply?.json["error"]);
    return [given || refused ? known({ asked, cursor, given }) : unknown("where a cursor came from was not seen")];
  });
  return list.length === 0 ? absent("The client asked for no further page") : known(list);
});

function judge({ asked, cursor, given }: Paged): readonly Finding[] {
  return given
    ? []
    : [
        finding(`${asked.method} has a cursor that the server never gave for it`, at(asked, "/params/cursor"), {
          expected: "the nextCursor of a page, unchanged",
          actual: shown(cursor),
        }),
      ];
}

const about = {
  level: "MUST",
  clauses: ["server/utilities/pagination#implementation-guidelines"],
  fail: "A cursor that stood in no answer to the same method, and was refused.",
  skip: "The client asked for no further page.",
  parts: paged,
  judge,
} as const;

const rule: Rule = {
  id: "client-cursor",
  category: "lifecycle",
  profile: "core",
  title: "Cursors go back as they came",
  why: "A cursor means something to its server alone: one that was made, changed or kept from elsewhere is refused or leads to the wrong page.",
  fix: "Send the nextCursor of the last answer as cursor, character by character; without nextCursor the list is at its end.",
  revisions: { "2025-11-25": heardInParts(about), "2026-07-28": heardInParts(about) },
};

export default rule;
