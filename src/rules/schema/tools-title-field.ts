import { allTitles, type Titles, toolTitles } from "../../facts/titles.ts";
import { type Finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { entryName, limited, memberFaults } from "../members.ts";

const rule: Rule = {
  id: "tools-title-field",
  category: "schema",
  profile: "core",
  title: "title, where present, is a string",
  why: "A client shows title to the user as it is; an object of translations or a null is shown as such, or breaks the menu.",
  fix: "Write title as one string, and leave it out where there is none. There is no place for translations: serve the language of the user who asks.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#tool", "schema#tool", "server/prompts#prompt", "server/resources#resource"],
      transports: ["http", "stdio"],
      since: "2025-06-18",
      method: {
        probe:
          "title of every listed tool, prompt, prompt argument, resource and template, and of serverInfo, is read.",
        pass: "A string wherever it is present; how many have one is noted.",
        fail: "It is present and no string.",
        skip: "Skipped where nothing has a title. Not evaluable when a declared list was not served.",
      },
      uses: { titles: allTitles },
      judge: ({ titles }) => judge(titles),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#tool", "schema#tool"],
      transports: ["http", "stdio"],
      method: {
        probe: "title of every listed tool is read.",
        pass: "A string on each tool that has one; how many have one is noted.",
        fail: "Another type, null included.",
        skip: "Skipped where tools is not declared or none has a title. Not evaluable when tools/list was not served.",
      },
      uses: { titles: toolTitles },
      judge: ({ titles }) => judge(titles),
    }),
  },
};

function judge({ titled, all }: Titles): readonly (Finding | Note)[] {
  const faults = titled.flatMap(({ of, owner, at }) =>
    memberFaults(of === "server" ? "serverInfo" : entryName(of, owner, at.pointer), owner, at, "title", "a string"),
  );
  return [...limited(faults), note(`${titled.length} of ${all} have a title`)];
}

export default rule;
