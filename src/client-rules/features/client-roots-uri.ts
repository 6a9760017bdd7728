import { type Given, given } from "../../client-facts/facts.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

const rooted = fact<readonly Given[]>("answers to roots/list", [given], (recording) => {
  const all = given.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.filter((one) => one.method === "roots/list");
  return list.length === 0 ? absent("The client was not asked for its roots, or gave none") : known(list);
});

function judge({ all }: { readonly all: readonly Given[] }): readonly Finding[] {
  return all.flatMap(({ result, at }) => {
    const roots = isObject(result) ? result["roots"] : undefined;
    if (!Array.isArray(roots))
      return [
        finding("The answer to roots/list has no list of roots", at, {
          expected: "roots: an array",
          actual: shown(result),
        }),
      ];
    return roots.flatMap((root, index) => {
      const uri = isObject(root) ? root["uri"] : undefined;
      if (typeof uri === "string" && /^file:\/\//i.test(uri)) return [];
      const pointer = `${at.pointer}/roots/${index}`;
      return [finding("A root is no file:// URI", { ...at, pointer }, { expected: "file://...", actual: shown(uri) })];
    });
  });
}

const about = {
  level: "MUST",
  clauses: ["client/roots#root"],
  fail: "A root whose uri does not begin with file://; an answer without roots.",
  skip: "The client was not asked for its roots, or gave none.",
  uses: { all: rooted },
  judge,
} as const;

const rule: Rule = {
  id: "client-roots-uri",
  category: "schema",
  profile: "core",
  title: "Roots are file:// URIs",
  why: "Servers turn them into paths; another scheme, or a bare path, they cannot place.",
  fix: "Give each root as file:// with an absolute, percent-encoded path.",
  revisions: { "2025-11-25": heard(about), "2026-07-28": heard(about) },
};

export default rule;
