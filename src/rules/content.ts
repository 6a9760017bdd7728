import { shown, typeName } from "../facts/evidence.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { type Finding, finding } from "../model/rule.ts";
import { inside, memberFaults, type Spot } from "./members.ts";

/** Content types and the protocol version that brought them. */
const TYPES: { readonly [type: string]: string } = {
  text: "2024-11-05",
  image: "2024-11-05",
  resource: "2024-11-05",
  audio: "2025-03-26",
  resource_link: "2025-06-18",
};

/** What is wrong with one content block under a negotiated version. `where` is a phrase: "of a tool result". */
export function blockFindings(block: Json, at: Spot, version: string, where: string): readonly Finding[] {
  if (!isObject(block)) {
    const more = { expected: "an object with a type", actual: shown(block) };
    return [finding(`A content block ${where} is ${typeName(block)}, not an object`, at, more)];
  }
  const { type } = block;
  if (type === undefined)
    return [finding(`A content block ${where} has no type`, at, { expected: "a type", actual: shown(block) })];
  const since = typeof type === "string" && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  const expected = Object.entries(TYPES).flatMap(([name, from]) => (from <= version ? [name] : []));
  const more = { expected: `one of ${expected.join(", ")}`, actual: shown(type) };
  if (since === undefined) {
    return [
      finding(`A content block ${where} has the type ${shown(type)}, which nobody knows`, inside(at, "type"), more),
    ];
  }
  if (since > version) {
    const message = `A content block ${where} has the type ${shown(type)}, which came with ${since}; this session speaks ${version}`;
    return [finding(message, inside(at, "type"), more)];
  }
  return membersOf(String(type), block, at, where);
}

function membersOf(type: string, block: JsonObject, at: Spot, where: string): readonly Finding[] {
  const what = `A content block ${where} of the type ${type}`;
  switch (type) {
    case "text":
      return memberFaults(what, block, at, "text", "a string");
    case "image":
    case "audio":
      return [
        ...memberFaults(what, block, at, "data", "a string"),
        ...memberFaults(what, block, at, "mimeType", "a string"),
      ];
    case "resource_link":
      return [
        ...memberFaults(what, block, at, "uri", "a string"),
        ...memberFaults(what, block, at, "name", "a string"),
      ];
    default: {
      const faults = memberFaults(what, block, at, "resource", "an object");
      const { resource } = block;
      return isObject(resource)
        ? contentsFindings(resource, inside(at, "resource"), `The resource in a content block ${where}`)
        : faults;
    }
  }
}

/** What is wrong with the contents of one resource: a uri, and a text or a blob. `what` begins the sentence. */
export function contentsFindings(contents: Json, at: Spot, what: string): readonly Finding[] {
  if (!isObject(contents)) {
    return [
      finding(`${what} is ${typeName(contents)}, not an object`, at, {
        expected: "an object",
        actual: shown(contents),
      }),
    ];
  }
  const faults = [
    ...memberFaults(what, contents, at, "uri", "a string"),
    ...memberFaults(what, contents, at, "mimeType", "a string", "optional"),
  ];
  if (typeof contents["text"] !== "string" && typeof contents["blob"] !== "string") {
    const more = { expected: "text or blob, a string", actual: shown(contents) };
    faults.push(finding(`${what} has neither a text nor a blob that is a string`, at, more));
  }
  return faults;
}
