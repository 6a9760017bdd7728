import { withMember } from "../../facts/entries.ts";
import { shown, typeName } from "../../facts/evidence.ts";
import type { Listed } from "../../facts/lists.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";
import { entryName, inside, limited } from "../members.ts";
import { objectSchemaFindings } from "../object-schema.ts";

const outputSchemas = withMember("outputSchema");

const rule: Rule = {
  id: "tools-output-schema",
  category: "schema",
  profile: "core",
  title: "outputSchema, where a tool has one, is a schema object",
  why: "Clients compile outputSchema to check what a tool returns; a list of fields or a null there makes them refuse the tool.",
  fix: "Write outputSchema as a JSON Schema object, and leave the member out where a tool has none. Up to 2025-11-25 its root must have type object; from 2026-07-28 any schema may stand there.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#output-schema", "schema#tool"],
      transports: ["http", "stdio"],
      since: "2025-06-18",
      until: "2025-11-25",
      method: {
        probe: "The outputSchema of every listed tool is read.",
        pass: 'An object with type "object" at its root; properties an object and required an array of strings where they are present.',
        fail: "null, an array or another value that is no object; a root without type object; properties or required of a wrong type.",
        skip: "Skipped where no tool has an outputSchema. Not evaluable when tools/list was not served.",
      },
      uses: { tools: outputSchemas },
      judge: ({ tools }) => limited(tools.flatMap((one) => judge(one, true))),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#output-schema", "schema#tool"],
      transports: ["http", "stdio"],
      method: {
        probe: "The outputSchema of every listed tool is read.",
        pass: "A JSON object.",
        fail: "null, a boolean, an array, a string or a number.",
        skip: "Skipped where tools is not declared or no tool has an outputSchema. Not evaluable when tools/list was not served.",
      },
      uses: { tools: outputSchemas },
      judge: ({ tools }) => limited(tools.flatMap((one) => judge(one, false))),
    }),
  },
};

function judge({ item, at }: Listed, legacy: boolean): readonly Finding[] {
  const what = entryName("tool", item, at.pointer);
  const schema = isObject(item) ? item["outputSchema"] : undefined;
  const place = inside(at, "outputSchema");
  if (!isObject(schema)) {
    const more = { expected: "an object", actual: shown(schema) };
    return [finding(`${what} has ${typeName(schema)} as outputSchema, not an object`, place, more)];
  }
  return legacy ? objectSchemaFindings(what, schema, place, "outputSchema", true) : [];
}

export default rule;
