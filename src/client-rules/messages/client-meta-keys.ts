import { said } from "../../client-facts/facts.ts";
import { at, metaOf, type Said } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

interface Key {
  readonly one: Said;
  readonly key: string;
  readonly where: string;
}

const keys = fact<readonly Key[]>("keys of _meta", [said], (recording) => {
  const all = said.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.flatMap((one) => {
    if (one.kind === "odd") return [];
    const inside = one.kind === "response" ? "/result/_meta" : "/params/_meta";
    const meta =
      one.kind === "response"
        ? isObject(one.json["result"])
          ? metaOf(one.json["result"])
          : undefined
        : metaOf(one.params);
    return Object.keys(meta ?? {}).map((key) => ({
      one,
      key,
      where: `${inside}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    }));
  });
  return list.length === 0 ? absent("The client sent no _meta") : known(list);
});

const LABEL = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const KEY = new RegExp(`^(?:${LABEL}(?:\\.${LABEL})*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`);

function judge({ all }: { readonly all: readonly Key[] }): readonly Finding[] {
  return all
    .filter(({ key }) => !KEY.test(key))
    .map(({ one, key, where }) =>
      finding("A key of _meta is no prefix of labels, slash and name", at(one, where), {
        expected: "for example com.example/name",
        actual: shown(key),
      }),
    );
}

const about = {
  level: "MUST",
  clauses: ["basic/index#_meta"],
  fail: "A key whose prefix or name has other characters, or begins or ends with others, than the grammar allows.",
  skip: "The client sent no _meta.",
  uses: { all: keys },
  judge,
} as const;

const rule: Rule = {
  id: "client-meta-keys",
  category: "schema",
  profile: "core",
  title: "Keys of _meta follow the grammar",
  why: "Keys that break it can clash with those of the protocol and of other extensions.",
  fix: "Use a prefix of your own in reverse-DNS order, a slash, and a name of letters, digits, hyphens, underscores and dots.",
  revisions: { "2025-11-25": heard({ ...about, since: "2025-06-18" }), "2026-07-28": heard(about) },
};

export default rule;
