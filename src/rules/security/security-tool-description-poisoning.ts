import { shorten, shown } from "../../facts/evidence.ts";
import {
  hasInvisible,
  steeringPhrase,
  type ToolText,
  tagRuns,
  toolTexts,
  zeroWidthRuns,
} from "../../facts/hidden-text.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

interface Texts {
  readonly texts: readonly ToolText[];
}

/** `least`: how many hidden letters make a message and no accident. */
function judge({ texts }: Texts, least: number, bits: boolean): readonly (Finding | Note)[] {
  return texts.flatMap((one): readonly (Finding | Note)[] => {
    const runs = [...tagRuns(one.text), ...(bits ? zeroWidthRuns(one.text) : [])];
    const hidden = runs.find((run) => run.replace(/[^A-Za-z]/g, "").length >= least);
    if (hidden !== undefined) {
      return [
        finding(`A text of the tool ${shown(one.tool)} holds a message in characters that nobody sees`, one.at, {
          expected: "text that a person can read before agreeing to the tool",
          actual: `hidden: ${shown(shorten(hidden))}`,
        }),
      ];
    }
    const phrase = steeringPhrase(one.text);
    return [
      ...(phrase === undefined
        ? []
        : [note(`A text of the tool ${shown(one.tool)} steers the model: ${shown(phrase)}`, one.at)]),
      ...(hasInvisible(one.text)
        ? [note(`A text of the tool ${shown(one.tool)} holds invisible characters`, one.at)]
        : []),
    ];
  });
}

const common = {
  required: false,
  basis: "advice",
  level: "advice",
  transports: ["http", "stdio"],
  uses: { texts: toolTexts },
} as const;

const rule: Rule = {
  id: "security-tool-description-poisoning",
  category: "security",
  profile: "core",
  title: "Tool descriptions hold no hidden message",
  why: "A model reads characters that a person cannot see, and obeys them.",
  fix: "Remove the invisible characters (Unicode tags U+E0000 to U+E007F, long runs of zero-width characters) from names, titles and descriptions. If you did not put them there, find out who did.",
  revisions: {
    "2025-11-25": judged({
      ...common,
      clauses: ["server/tools#tool"],
      since: "2024-11-05",
      method: {
        probe: "Names, titles and descriptions of all listed tools are read; nothing is sent.",
        pass: "No hidden text. Steering phrases and single invisible characters are noted.",
        fail: "Unicode tag characters outside an emoji flag that spell eight or more letters.",
        skip: "No tools are listed.",
      },
      judge: (facts) => judge(facts, 8, false),
    }),
    "2026-07-28": judged({
      ...common,
      clauses: ["server/tools#user-interaction-model"],
      method: {
        probe: "Names, titles and descriptions of all listed tools are read.",
        pass: "No hidden text. Steering phrases and single invisible characters are noted.",
        fail: "Unicode tag characters outside an emoji flag that spell four or more letters, or a run of zero-width characters that spells such text in bits.",
        skip: "No tools are listed.",
      },
      judge: (facts) => judge(facts, 4, true),
    }),
  },
};

export default rule;
