import { shown, typeName } from "../../facts/evidence.ts";
import { type Listed, resourceList } from "../../facts/lists.ts";
import { negotiated } from "../../facts/session.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { uriFault } from "../../protocol/uri.ts";
import { entryName, inside, limited, memberFaults } from "../members.ts";

const rule: Rule = {
  id: "resources-schema",
  category: "schema",
  profile: "core",
  title: "Every listed resource has a uri and a name",
  why: "A client reads a resource by its uri and shows it by its name; one without them cannot be opened, and a URI with a blank in it is cut in two by whoever parses it.",
  fix: "Give every resource a uri with a scheme (note:today, file:///a%20b.txt; percent-encode what a URI may not hold) and a name. title is for display and does not stand in for name.",
  revisions: {
    "2025-11-25": judged({
      required: "resources",
      basis: "spec",
      level: "MUST",
      clauses: ["server/resources#resource", "server/resources#custom-uri-schemes", "schema#resource"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe:
          "Every resource on every page of resources/list is read; the uri is held against the grammar of RFC 3986.",
        pass: "uri is an absolute URI and name is a string. Before 2025-06-18 a fault of grammar is noted.",
        fail: "uri or name missing or no string; a uri without a scheme, or with a character outside the grammar.",
        skip: "Skipped where resources is not declared or none is listed. Not evaluable when resources/list was not served.",
      },
      uses: { resources: resourceList.entries, version: negotiated },
      judge: ({ resources, version }) =>
        limited(resources.flatMap((one) => [...memberFindings(one), ...grammarFindings(one, version >= "2025-06-18")])),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/resources#resource", "schema#resource"],
      transports: ["http", "stdio"],
      method: {
        probe: "Every resource on every page of resources/list is read.",
        pass: "uri and name are strings; mimeType is a string and size a number, if present. An empty name is noted.",
        fail: "uri or name missing or no string; mimeType or size of another type.",
        skip: "Skipped where resources is not declared or none is listed. Not evaluable when resources/list was not served.",
      },
      uses: { resources: resourceList.entries },
      judge: ({ resources }) => limited(resources.flatMap((one) => [...memberFindings(one), ...modernFindings(one)])),
    }),
  },
};

function memberFindings({ item, at }: Listed): readonly Finding[] {
  const what = entryName("resource", item, at.pointer);
  if (!isObject(item)) {
    return [finding(`${what} is ${typeName(item)}, not an object`, at, { expected: "an object", actual: shown(item) })];
  }
  return [...memberFaults(what, item, at, "uri", "a string"), ...memberFaults(what, item, at, "name", "a string")];
}

function grammarFindings({ item, at }: Listed, binding: boolean): readonly (Finding | Note)[] {
  const uri = isObject(item) ? item["uri"] : undefined;
  const fault = typeof uri === "string" ? uriFault(uri) : undefined;
  if (fault === undefined) return [];
  const message = `${entryName("resource", item, at.pointer)} has a uri that is none by RFC 3986: ${fault}`;
  const place = inside(at, "uri");
  return [
    binding ? finding(message, place, { expected: "a URI with a scheme", actual: shown(uri) }) : note(message, place),
  ];
}

function modernFindings({ item, at }: Listed): readonly (Finding | Note)[] {
  if (!isObject(item)) return [];
  const what = entryName("resource", item, at.pointer);
  return [
    ...memberFaults(what, item, at, "mimeType", "a string", "optional"),
    ...memberFaults(what, item, at, "size", "a number", "optional"),
    ...(item["name"] === "" ? [note(`${what} has an empty name`, inside(at, "name"))] : []),
  ];
}

export default rule;
