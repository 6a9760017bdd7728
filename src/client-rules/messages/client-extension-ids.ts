import { capabilitiesOf, requests } from "../../client-facts/facts.ts";
import { type Asked, at, RESERVED } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

interface Declared {
  readonly one: Asked;
  readonly ids: readonly string[];
}

const declared = fact<readonly Declared[]>("extensions that the client declares", [requests], (recording) => {
  const all = requests.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.flatMap((one): Declared[] => {
    const capabilities = capabilitiesOf(one);
    const extensions = isObject(capabilities) ? capabilities["extensions"] : undefined;
    return isObject(extensions) ? [{ one, ids: Object.keys(extensions) }] : [];
  });
  return list.every((each) => each.ids.length === 0) ? absent("The client declares no extension") : known(list);
});

const LABEL = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const ID = new RegExp(`^${LABEL}(?:\\.${LABEL})*/(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`);

function judge({ all }: { readonly all: readonly Declared[] }): readonly Finding[] {
  return all.flatMap(({ one, ids }) =>
    ids
      .filter((id) => !ID.test(id))
      .map((id) =>
        finding(
          "The id of an extension has no prefix, or breaks the grammar",
          at(one, `/params/_meta/${RESERVED.replace("/", "~1")}clientCapabilities`),
          {
            expected: "for example com.example/name",
            actual: shown(id),
          },
        ),
      ),
  );
}

const rule: Rule = {
  id: "client-extension-ids",
  category: "lifecycle",
  profile: "core",
  title: "Ids of extensions have a prefix",
  why: "Without one two vendors' extensions clash.",
  fix: "Name the extension by a prefix of yours in reverse-DNS order, a slash, and its name.",
  revisions: {
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/versioning#extension-negotiation"],
      fail: "A key of clientCapabilities.extensions that is not prefix/name.",
      skip: "The client declares no extension.",
      uses: { all: declared },
      judge,
    }),
  },
};

export default rule;
