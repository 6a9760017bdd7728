import { TOOLS, toolList } from "../../facts/lists.ts";
import { judged, type Rule } from "../../model/rule.ts";
import { listFindings } from "../lists.ts";

const rule: Rule = {
  id: "tools-list",
  category: "tools",
  profile: "core",
  title: "tools/list is answered with an array of tools",
  why: "Clients read the array tools and nothing else: an object in its place, another name or an error leaves the user without any tool.",
  fix: 'Answer tools/list with {"tools": [...]}, an empty array where there are none. An SDK does it for whatever is registered with registerTool; if you serve the method yourself, do not declare the capability tools before it works.',
  revisions: {
    "2025-11-25": judged({
      required: "tools",
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#listing-tools", "schema#listtoolsresult"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "tools/list without params, beside a ping.",
        pass: "The result has the array tools, which may be empty.",
        fail: "A JSON-RPC error though a ping is served; tools missing or no array.",
        skip: "Skipped where tools is not declared. Not evaluable when no answer came, the ping was not served or somebody else answered.",
      },
      uses: { answer: toolList.answer },
      judge: ({ answer }) => listFindings(answer, TOOLS, "2025-11-25"),
    }),
    "2026-07-28": judged({
      required: "tools",
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#capabilities", "server/tools#listing-tools"],
      transports: ["http", "stdio"],
      method: {
        probe: "tools/list, first page.",
        pass: "The result has the array tools of objects, which may be empty; nextCursor, if there is one, is a string (null is only noted).",
        fail: "A JSON-RPC error; tools missing, no array, or with an entry that is no object; nextCursor of another type.",
        skip: "Skipped where tools is not declared. Not evaluable when no answer came or somebody else answered.",
      },
      uses: { answer: toolList.answer },
      judge: ({ answer }) => listFindings(answer, TOOLS, "2026-07-28"),
    }),
  },
};

export default rule;
