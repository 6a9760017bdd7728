import { requests } from "../../client-facts/facts.ts";
import { type Asked, at, metaOf, RESERVED } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

function infoOf(one: Asked): Json | undefined {
  return metaOf(one.params)?.[`${RESERVED}clientInfo`];
}

/** Requests with metadata of clients that say who they are somewhere: a user may turn it off for all of them. */
const naming = fact<readonly Asked[]>("requests of clients that say who they are", [requests], (recording) => {
  const all = requests.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.filter((one) => metaOf(one.params) !== undefined);
  if (list.some((one) => infoOf(one) !== undefined)) return known(list);
  return absent("The client never says who it is: it may be set so");
});

function judge({ all }: { readonly all: readonly Asked[] }): readonly Finding[] {
  return all.flatMap((one) => {
    const info = infoOf(one);
    if (isObject(info) && typeof info["name"] === "string" && typeof info["version"] === "string") return [];
    const message =
      info === undefined
        ? `${one.method} does not tell who the client is, though other requests do`
        : `clientInfo of ${one.method} lacks name or version`;
    return [
      finding(message, at(one, "/params/_meta"), {
        expected: `${RESERVED}clientInfo with name and version`,
        actual: shown(info),
      }),
    ];
  });
}

const rule: Rule = {
  id: "client-info",
  category: "lifecycle",
  profile: "core",
  title: "Every request tells who the client is",
  why: "Operators read from it which client makes trouble; nothing else in a stateless request says so.",
  fix: `Put ${RESERVED}clientInfo {name, version} into params._meta of every request, unless the user turned it off.`,
  revisions: {
    "2026-07-28": heard({
      level: "SHOULD",
      clauses: ["basic/index#_meta"],
      fail: "A request without clientInfo by a client that sends it with others, or one that lacks name or version.",
      skip: "The client asked nothing, or never says who it is: the user may have turned that off.",
      uses: { all: naming },
      judge,
    }),
  },
};

export default rule;
