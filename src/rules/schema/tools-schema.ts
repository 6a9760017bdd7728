import { shown, typeName } from "../../facts/evidence.ts";
import { type Listed, toolList } from "../../facts/lists.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";
import { entryName, inside, limited, memberFaults, type Spot } from "../members.ts";
import { objectSchemaFindings } from "../object-schema.ts";

const rule: Rule = {
  id: "tools-schema",
  category: "schema",
  profile: "core",
  title: "Every tool has a name and an object as inputSchema",
  why: "Clients call a tool by its name and build its arguments by its inputSchema; one tool without them makes strict clients drop the whole list.",
  fix: 'Give every tool a name and an inputSchema with "type": "object" at its root, {"type": "object"} where there are no parameters. An SDK derives it from the schema that is given to registerTool.',
  revisions: {
    "2025-11-25": judged({
      required: "tools",
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#tool", "schema#tool"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "Every tool on every page of tools/list is read.",
        pass: 'name is a string; inputSchema is an object with type "object", properties an object and required an array of strings where they are present.',
        fail: "name missing or no string; inputSchema missing or no object; another type; properties or required of a wrong type.",
        skip: "Skipped where tools is not declared or none is listed. Not evaluable when tools/list was not served.",
      },
      uses: { tools: toolList.entries },
      judge: ({ tools }) => limited(tools.flatMap((one) => toolFindings(one, false))),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#tool", "schema#tool"],
      transports: ["http", "stdio"],
      method: {
        probe: "Every tool on every page of tools/list is read.",
        pass: 'name is a string that is not empty; inputSchema is an object with type "object"; description is a string if present.',
        fail: "name missing, empty or no string; inputSchema missing, no object or of another type; description of another type.",
        skip: "Skipped where tools is not declared or none is listed. Not evaluable when tools/list was not served.",
      },
      uses: { tools: toolList.entries },
      judge: ({ tools }) => limited(tools.flatMap((one) => toolFindings(one, true))),
    }),
  },
};

function toolFindings({ item, at }: Listed, modern: boolean): readonly Finding[] {
  const what = entryName("tool", item, at.pointer);
  if (!isObject(item)) {
    return [finding(`${what} is ${typeName(item)}, not an object`, at, { expected: "an object", actual: shown(item) })];
  }
  const empty = modern && item["name"] === "";
  return [
    ...memberFaults(what, item, at, "name", "a string"),
    ...(empty ? [finding(`${what} has an empty name`, inside(at, "name"), { expected: "a name", actual: '""' })] : []),
    ...schemaFindings(what, item, at, modern),
    ...(modern ? memberFaults(what, item, at, "description", "a string", "optional") : []),
  ];
}

function schemaFindings(what: string, tool: JsonObject, at: Spot, modern: boolean): readonly Finding[] {
  const { inputSchema } = tool;
  if (!isObject(inputSchema)) return memberFaults(what, tool, at, "inputSchema", "an object");
  return objectSchemaFindings(what, inputSchema, inside(at, "inputSchema"), "inputSchema", !modern);
}

export default rule;
