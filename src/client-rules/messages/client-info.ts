import { requests } from "../../client-facts/facts.ts";
import { type Asked, at, metaOf, RESERVED } from "../../client-facts/heard.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

function judge({ all }: { readonly all: readonly Asked[] }): readonly Finding[] {
  return all.flatMap((one) => {
    const meta = metaOf(one.params);
    // A request without any metadata is told of by another rule.
    if (meta === undefined) return [];
    const info = meta[`${RESERVED}clientInfo`];
    if (isObject(info) && typeof info["name"] === "string" && typeof info["version"] === "string") return [];
    const message =
      info === undefined
        ? `${one.method} does not tell who the client is`
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
      fail: "A request with _meta, but without clientInfo, or with one that lacks name or version.",
      skip: "The client asked nothing.",
      uses: { all: requests },
      judge,
    }),
  },
};

export default rule;
