import { RESOURCES, resourceList } from "../../facts/lists.ts";
import { judged, type Rule } from "../../model/rule.ts";
import { listFindings } from "../lists.ts";

const rule: Rule = {
  id: "resources-list",
  category: "resources",
  profile: "core",
  title: "resources/list is answered with an array of resources",
  why: "Clients read the array resources and nothing else: an object in its place, another name or an error leaves the user without any resource.",
  fix: 'Answer resources/list with {"resources": [...]}, an empty array where there are none. An SDK does it for whatever is registered with registerResource; if you serve the method yourself, do not declare the capability resources before it works.',
  revisions: {
    "2025-11-25": judged({
      required: "resources",
      basis: "spec",
      level: "MUST",
      clauses: ["server/resources#listing-resources", "schema#listresourcesresult"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "resources/list without params, beside a ping.",
        pass: "The result has the array resources, which may be empty.",
        fail: "A JSON-RPC error though a ping is served; resources missing or no array.",
        skip: "Skipped where resources is not declared. Not evaluable when no answer came, the ping was not served or somebody else answered.",
      },
      uses: { answer: resourceList.answer },
      judge: ({ answer }) => listFindings(answer, RESOURCES, "2025-11-25"),
    }),
    "2026-07-28": judged({
      required: "resources",
      basis: "spec",
      level: "MUST",
      clauses: ["server/resources#capabilities", "server/resources#listing-resources"],
      transports: ["http", "stdio"],
      method: {
        probe: "resources/list, first page.",
        pass: "The result has the array resources of objects, which may be empty; nextCursor, if there is one, is a string (null is only noted).",
        fail: "A JSON-RPC error; resources missing, no array, or with an entry that is no object; nextCursor of another type.",
        skip: "Skipped where resources is not declared. Not evaluable when no answer came or somebody else answered.",
      },
      uses: { answer: resourceList.answer },
      judge: ({ answer }) => listFindings(answer, RESOURCES, "2026-07-28"),
    }),
  },
};

export default rule;
