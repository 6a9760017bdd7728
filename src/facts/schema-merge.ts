import { isObject, type Json, type JsonObject } from "../model/json.ts";

/** How many references and nested allOf are followed for one schema. */
const LONGEST_CHAIN = 20;

/** Keywords whose effect on a value is not worked out by those who make one. */
const TRICKY: readonly string[] = [
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "patternProperties",
  "propertyNames",
  "minProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contains",
  "maxProperties",
  "$dynamicRef",
];

/** True where a value that was made for the schema, or for what it refers to, has to be checked as a whole. */
export function isTricky(schema: JsonObject, root: JsonObject, chain = 0): boolean {
  if (TRICKY.some((keyword) => keyword in schema)) return true;
  const { $ref } = schema;
  if (typeof $ref !== "string") return false;
  const target = localRef($ref, root);
  return isObject(target) && (chain >= LONGEST_CHAIN || isTricky(target, root, chain + 1));
}

/**
 * A schema without `$ref` and `allOf` at its top: what they bring stands in it. Undefined where a reference leads
 * nowhere or out of the document. `turn` picks then (1) or else (2) of a condition, or neither.
 */
export function flatten(schema: Json, root: JsonObject, turn: number, chain = 0): JsonObject | undefined {
  if (schema === true) return {};
  if (!isObject(schema) || chain > LONGEST_CHAIN) return undefined;
  const { $ref, allOf, then: whenTrue, else: whenFalse, ...own } = schema;
  let flat: JsonObject | undefined = own;
  if (typeof $ref === "string") {
    const target = localRef($ref, root);
    const brought: JsonObject | undefined = target === undefined ? undefined : flatten(target, root, turn, chain + 1);
    flat = brought === undefined ? undefined : merged(brought, own);
  }
  const parts = [...(Array.isArray(allOf) ? (allOf as readonly Json[]) : [])];
  const branch = "if" in schema ? [undefined, whenTrue, whenFalse][turn % 3] : undefined;
  if (branch !== undefined) parts.push(branch);
  for (const part of parts) {
    const brought: JsonObject | undefined = flatten(part, root, turn, chain + 1);
    flat = flat === undefined || brought === undefined ? undefined : merged(flat, brought);
  }
  return flat;
}

/** Both schemas in one, the second flattened first. */
export function combined(first: JsonObject, second: Json, root: JsonObject, turn: number): JsonObject | undefined {
  const flat = flatten(second, root, turn);
  return flat === undefined ? undefined : merged(first, flat);
}

const LOWER: readonly string[] = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const UPPER: readonly string[] = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];

/** What both demand, keyword by keyword; where two cannot be joined, the second's word. */
function merged(first: JsonObject, second: JsonObject): JsonObject {
  const both: { [keyword: string]: Json } = { ...first };
  for (const [keyword, value] of Object.entries(second)) {
    const before = first[keyword];
    both[keyword] = before === undefined ? value : joined(keyword, before, value);
  }
  return both;
}

function joined(keyword: string, before: Json, value: Json): Json {
  if (keyword === "properties" && isObject(before) && isObject(value)) {
    const all: { [name: string]: Json } = { ...before };
    for (const [name, schema] of Object.entries(value)) {
      all[name] = Object.hasOwn(before, name) ? { allOf: [before[name] ?? true, schema] } : schema;
    }
    return all;
  }
  if (keyword === "required" && Array.isArray(before) && Array.isArray(value))
    return [...new Set([...before, ...value])];
  if (keyword === "enum" && Array.isArray(before) && Array.isArray(value)) {
    const texts = value.map((one) => JSON.stringify(one));
    return (before as readonly Json[]).filter((one) => texts.includes(JSON.stringify(one)));
  }
  if (keyword === "type" && value === "number" && before === "integer") return before;
  if (typeof before === "number" && typeof value === "number") {
    if (LOWER.includes(keyword)) return Math.max(before, value);
    if (UPPER.includes(keyword)) return Math.min(before, value);
  }
  return value;
}

/** The schema that a reference within the document leads to. */
export function localRef(ref: string, root: JsonObject): Json | undefined {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return undefined;
  let value: Json | undefined = root;
  for (const part of ref.slice(2).split("/")) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(key)];
    else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
