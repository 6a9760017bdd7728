import { shown } from "../../facts/evidence.ts";
import { type Listed, toolList } from "../../facts/lists.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";

/** `objects`: another value than an object is wrong too, not only none. */
function judge(tools: readonly Listed[], objects: boolean): readonly Finding[] {
  return tools.flatMap(({ item, at }) => {
    if (!isObject(item)) return [];
    const schema = item["inputSchema"];
    const there = schema !== undefined && schema !== null;
    if (there && (!objects || isObject(schema))) return [];
    return [
      finding(
        `The tool ${shown(item["name"])} has no inputSchema`,
        { exchange: at.exchange, pointer: `${at.pointer}/inputSchema` },
        {
          expected: 'a JSON Schema object, {"type":"object"} for a tool without arguments',
          actual: shown(schema),
        },
      ),
    ];
  });
}

const common = {
  required: false,
  basis: "spec",
  level: "MUST",
  clauses: ["server/tools#tool", "schema#tool"],
  transports: ["http", "stdio"],
  uses: { tools: toolList.entries },
} as const;

const rule: Rule = {
  id: "security-tool-schema-defined",
  category: "security",
  profile: "core",
  title: "Every tool says which arguments it takes",
  why: "Without a schema nothing stands between what a model makes up and the tool.",
  fix: 'Give every tool an inputSchema; for one without arguments {"type":"object","additionalProperties":false}. SDKs write it from the schema that you register the tool with.',
  revisions: {
    "2025-11-25": judged({
      ...common,
      since: "2024-11-05",
      method: {
        probe: "All pages of tools/list are read; nothing is sent.",
        pass: "inputSchema is there and not null on every tool.",
        fail: "It is missing or null.",
        skip: "tools not declared or none listed. Not evaluable when tools/list was not served.",
      },
      judge: ({ tools }) => judge(tools, false),
    }),
    "2026-07-28": judged({
      ...common,
      method: {
        probe: "All pages of tools/list are read.",
        pass: "inputSchema is an object on every tool.",
        fail: "It is missing, null or no object.",
        skip: "tools not declared or none listed. Not evaluable when tools/list was not served.",
      },
      judge: ({ tools }) => judge(tools, true),
    }),
  },
};

export default rule;
