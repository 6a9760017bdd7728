import { shown, typeName } from "../../facts/evidence.ts";
import { type Listed, promptList } from "../../facts/lists.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";
import { entryName, inside, limited, memberFaults, type Spot } from "../members.ts";

const rule: Rule = {
  id: "prompts-schema",
  category: "schema",
  profile: "core",
  title: "Prompts and their arguments are well formed",
  why: "A client asks the user for each argument by its name and knows from required which it must have; otherwise the prompt cannot be fetched.",
  fix: 'Give every prompt a name, and arguments as an array of {"name": ..., "required": true or false}. It is no JSON Schema and no object keyed by name.',
  revisions: {
    "2025-11-25": judged({
      required: "prompts",
      basis: "spec",
      level: "MUST",
      clauses: ["server/prompts#prompt", "schema#prompt", "schema#promptargument"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "Every prompt on every page of prompts/list is read.",
        pass: "name is a string; arguments, if present, is an array of objects with a string name and, if present, a boolean required.",
        fail: "name missing or no string; arguments no array; an argument without a string name; a required that is no boolean.",
        skip: "Skipped where prompts is not declared or none is listed. Not evaluable when prompts/list was not served.",
      },
      uses: { prompts: promptList.entries },
      judge: ({ prompts }) => limited(prompts.flatMap((one) => promptFindings(one, false))),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/prompts#prompt", "schema#prompt", "schema#promptargument"],
      transports: ["http", "stdio"],
      method: {
        probe: "Every prompt on every page of prompts/list is read.",
        pass: "name is a string; arguments, if present, is an array of objects with a string name and, if present, a boolean required and a string description.",
        fail: "name missing or no string; arguments no array; an argument without name, with a required that is no boolean or a description that is no string.",
        skip: "Skipped where prompts is not declared or none is listed. Not evaluable when prompts/list was not served.",
      },
      uses: { prompts: promptList.entries },
      judge: ({ prompts }) => limited(prompts.flatMap((one) => promptFindings(one, true))),
    }),
  },
};

function promptFindings({ item, at }: Listed, modern: boolean): readonly Finding[] {
  const what = entryName("prompt", item, at.pointer);
  if (!isObject(item)) {
    return [finding(`${what} is ${typeName(item)}, not an object`, at, { expected: "an object", actual: shown(item) })];
  }
  const list = item["arguments"];
  const each = Array.isArray(list)
    ? (list as readonly Json[]).flatMap((one, index) =>
        argumentFindings(one, inside(at, "arguments", index), `Argument ${index + 1} of ${lowerFirst(what)}`, modern),
      )
    : memberFaults(what, item, at, "arguments", "an array", "optional");
  return [...memberFaults(what, item, at, "name", "a string"), ...each];
}

function argumentFindings(argument: Json, at: Spot, what: string, modern: boolean): readonly Finding[] {
  if (!isObject(argument)) {
    return [
      finding(`${what} is ${typeName(argument)}, not an object`, at, {
        expected: "an object",
        actual: shown(argument),
      }),
    ];
  }
  return [
    ...memberFaults(what, argument, at, "name", "a string"),
    ...memberFaults(what, argument, at, "required", "a boolean", "optional"),
    ...(modern ? memberFaults(what, argument, at, "description", "a string", "optional") : []),
  ];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export default rule;
