import { PROMPTS, promptList } from "../../facts/lists.ts";
import { judged, type Rule } from "../../model/rule.ts";
import { listFindings } from "../lists.ts";

const rule: Rule = {
  id: "prompts-list",
  category: "prompts",
  profile: "core",
  title: "prompts/list is answered with an array of prompts",
  why: "Clients read the array prompts and nothing else: an object in its place, another name or an error leaves the user without any prompt.",
  fix: 'Answer prompts/list with {"prompts": [...]}, an empty array where there are none. An SDK does it for whatever is registered with registerPrompt; if you serve the method yourself, do not declare the capability prompts before it works.',
  revisions: {
    "2025-11-25": judged({
      required: "prompts",
      basis: "spec",
      level: "MUST",
      clauses: ["server/prompts#listing-prompts", "schema#listpromptsresult"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "prompts/list without params, beside a ping.",
        pass: "The result has the array prompts, which may be empty.",
        fail: "A JSON-RPC error though a ping is served; prompts missing or no array.",
        skip: "Skipped where prompts is not declared. Not evaluable when no answer came, the ping was not served or somebody else answered.",
      },
      uses: { answer: promptList.answer },
      judge: ({ answer }) => listFindings(answer, PROMPTS, "2025-11-25"),
    }),
    "2026-07-28": judged({
      required: "prompts",
      basis: "spec",
      level: "MUST",
      clauses: ["server/prompts#capabilities", "server/prompts#listing-prompts"],
      transports: ["http", "stdio"],
      method: {
        probe: "prompts/list, first page.",
        pass: "The result has the array prompts of objects, which may be empty; nextCursor, if there is one, is a string (null is only noted).",
        fail: "A JSON-RPC error; prompts missing, no array, or with an entry that is no object; nextCursor of another type.",
        skip: "Skipped where prompts is not declared. Not evaluable when no answer came or somebody else answered.",
      },
      uses: { answer: promptList.answer },
      judge: ({ answer }) => listFindings(answer, PROMPTS, "2026-07-28"),
    }),
  },
};

export default rule;
