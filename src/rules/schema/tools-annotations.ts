import { withMember } from "../../facts/entries.ts";
import type { Listed } from "../../facts/lists.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, judged, type Rule } from "../../model/rule.ts";
import { entryName, inside, limited, memberFaults } from "../members.ts";

const annotated = withMember("annotations");

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

const rule: Rule = {
  id: "tools-annotations",
  category: "schema",
  profile: "core",
  title: "Annotations of tools have the right types",
  why: 'Clients decide by these hints whether to ask the user before a call; "true" as a text is true for one client and nothing for the next.',
  fix: "Write readOnlyHint, destructiveHint, idempotentHint and openWorldHint as true or false, title as a string, and leave out what you do not know.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["schema#toolannotations", "server/tools#tool"],
      transports: ["http", "stdio"],
      since: "2025-03-26",
      method: {
        probe: "The annotations of every listed tool are read.",
        pass: "annotations is an object; the four hints are booleans and title is a string, where present.",
        fail: "annotations is no object; a hint is no boolean; title is no string.",
        skip: "Skipped where no tool has annotations. Not evaluable when tools/list was not served.",
      },
      uses: { tools: annotated },
      judge: ({ tools }) => limited(tools.flatMap(judge)),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#tool", "schema#toolannotations"],
      transports: ["http", "stdio"],
      method: {
        probe: "The annotations of every listed tool are read.",
        pass: "annotations is an object; the four hints are booleans and title is a string, where present.",
        fail: "annotations is no object; a hint is no boolean; title is no string.",
        skip: "Skipped where tools is not declared or no tool has annotations. Not evaluable when tools/list was not served.",
      },
      uses: { tools: annotated },
      judge: ({ tools }) => limited(tools.flatMap(judge)),
    }),
  },
};

function judge({ item, at }: Listed): readonly Finding[] {
  if (!isObject(item)) return [];
  const what = entryName("tool", item, at.pointer);
  const { annotations } = item;
  if (!isObject(annotations)) return memberFaults(what, item, at, "annotations", "an object");
  const place = inside(at, "annotations");
  const part = `${what}, in its annotations,`;
  return [
    ...HINTS.flatMap((hint) => memberFaults(part, annotations, place, hint, "a boolean", "optional")),
    ...memberFaults(part, annotations, place, "title", "a string", "optional"),
  ];
}

export default rule;
