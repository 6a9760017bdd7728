import { TOOLS, toolPaging } from "../../facts/lists.ts";
import { judged, type Rule } from "../../model/rule.ts";
import { pagingFindings } from "../lists.ts";

const rule: Rule = {
  id: "tools-pagination",
  category: "tools",
  profile: "core",
  title: "tools/list can be walked from page to page to its end",
  why: "A client that follows nextCursor has to come to an end, and to see every tool on the way: a cursor that is refused loses tools, one that leads round in a circle hangs the client.",
  fix: "Give a nextCursor (a string) only where another page follows, accept it exactly as you gave it, and leave the member out on the last page: no null, no empty string. Offsets kept in the cursor itself need no memory.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: [
        "server/utilities/pagination#response-format",
        "server/utilities/pagination#operations-supporting-pagination",
        "schema#listtoolsresult",
      ],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe:
          "tools/list is asked again with each nextCursor as received, up to 50 pages; a page that was refused is asked for once more, and a walk that led nowhere is done again in a session of its own.",
        pass: "Every cursor is a string, every page has the array tools, and the last page has no nextCursor. An empty cursor and a name on two pages are noted.",
        fail: "nextCursor is no string, null included; the server's own cursor is refused twice; a page lacks the array; the same cursor brings the same page again.",
        skip: "Skipped where tools is not declared or the list fits on one page. Not evaluable when a page was not answered, or after 50 pages.",
      },
      uses: { walk: toolPaging },
      judge: ({ walk }) => pagingFindings(walk, TOOLS, "name"),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: [
        "server/utilities/pagination#response-format",
        "server/utilities/pagination#operations-supporting-pagination",
        "server/utilities/pagination#implementation-guidelines",
      ],
      transports: ["http", "stdio"],
      method: {
        probe:
          "tools/list is asked again with each nextCursor as received (the empty string included), up to 500 pages; a page that was refused is asked for once more.",
        pass: "Every page has the array tools, and the walk ends; null counts as the end.",
        fail: "The server's own cursor is refused twice; a page lacks the array; nextCursor is neither a string nor null; the same page and cursor come three times.",
        skip: "Skipped where tools is not declared or the list fits on one page. Not evaluable when a page was not answered, or after 500 pages.",
      },
      uses: { walk: toolPaging },
      judge: ({ walk }) => pagingFindings(walk, TOOLS, "name"),
    }),
  },
};

export default rule;
