import { shown } from "../../facts/evidence.ts";
import { hiddenParts, lookOf, nameFinder } from "../../facts/hidden-text.ts";
import { type Listed, toolList } from "../../facts/lists.ts";
import { absent, andThen, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

interface Named {
  readonly name: string;
  readonly description: string;
  readonly at: Listed["at"];
}

/** Two tools or more, with what is said of them. */
const several = fact<readonly Named[]>("several tools", [toolList.entries], (recording) =>
  andThen(toolList.entries.of(recording), (entries) => {
    const named = entries.flatMap(({ item, at }): readonly Named[] => {
      if (!isObject(item) || typeof item["name"] !== "string") return [];
      const description = item["description"];
      return [{ name: item["name"], description: typeof description === "string" ? description : "", at }];
    });
    return named.length < 2 ? absent("The server lists fewer than two tools") : known(named);
  }),
);

function lookalikes(tools: readonly Named[]): readonly Finding[] {
  const first = new Map<string, string>();
  return tools.flatMap((one) => {
    const look = lookOf(one.name);
    const twin = first.get(look);
    if (twin === undefined) first.set(look, one.name);
    return twin === undefined || twin === one.name
      ? []
      : [
          finding(`The tool ${shown(one.name)} looks exactly like ${shown(twin)}`, one.at, {
            expected: "names that a person can tell apart",
            actual: `both read ${shown(look)}`,
          }),
        ];
  });
}

function references(tools: readonly Named[], hiddenFails: boolean): readonly (Finding | Note)[] {
  const namesIn = nameFinder(tools.map((one) => one.name));
  return tools.flatMap((one) => {
    const hidden = hiddenFails ? namesIn(hiddenParts(one.description)) : new Set();
    const others = [...namesIn(one.description)].filter((name) => name !== one.name);
    return [...others.filter((name) => hidden.has(name)), ...others.filter((name) => !hidden.has(name))]
      .slice(0, 3)
      .map((name): Finding | Note =>
        hidden.has(name)
          ? finding(`The description of ${shown(one.name)} speaks of ${shown(name)} where nobody sees it`, one.at, {
              expected: "references to other tools in plain sight, or none",
              actual: "the name stands in a comment or behind much empty space",
            })
          : note(`The description of ${shown(one.name)} speaks of ${shown(name)}`, one.at),
      );
  });
}

const common = {
  required: false,
  basis: "advice",
  level: "advice",
  transports: ["http", "stdio"],
  uses: { tools: several },
} as const;

const rule: Rule = {
  id: "security-tool-cross-reference",
  category: "security",
  profile: "core",
  title: "No tool passes for another or steers it in secret",
  why: "A tool that looks like another is called in its place; hidden words about another tool change how a model uses it.",
  fix: "Give every tool a name of plain visible characters that no other has, and keep instructions about other tools in the visible text.",
  revisions: {
    "2025-11-25": judged({
      ...common,
      clauses: ["server/tools#tool-names"],
      since: "2024-11-05",
      method: {
        probe: "Names and descriptions of all listed tools are read; nothing is sent.",
        pass: "All names look different. Mentions of other tools are noted.",
        fail: "Two different names become equal when compatibility forms are folded and invisible characters are removed.",
        skip: "Fewer than two tools are listed.",
      },
      judge: ({ tools }): readonly (Finding | Note)[] => [...lookalikes(tools), ...references(tools, false)],
    }),
    "2026-07-28": judged({
      ...common,
      clauses: ["server/tools#user-interaction-model"],
      method: {
        probe: "Names and descriptions of all listed tools are read.",
        pass: "All names look different and no hidden text speaks of another tool. Visible mentions are noted.",
        fail: "Two names look equal, or another tool is named in a comment or behind 200 blanks or 40 line breaks.",
        skip: "Fewer than two tools are listed.",
      },
      judge: ({ tools }): readonly (Finding | Note)[] => [...lookalikes(tools), ...references(tools, true)],
    }),
  },
};

export default rule;
