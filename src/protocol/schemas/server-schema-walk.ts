import type { Json, JsonObject } from "../../model/mod.ts";
import { isObject } from "../../model/mod.ts";

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const SCHEMA = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const LIST = new Set(["allOf", "anyOf", "items", "oneOf", "prefixItems"]);
const BY_NAME = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** What a visitor makes of one schema object; its subschemas are visited by themselves afterwards. */
type Visit = (schema: JsonObject, pointer: string) => JsonObject;

/**
 * A copy of a schema in which every subschema went through `visit`. Data (enum, const, default, examples) and what stands
 * under unknown keywords is left as it is.
 */
export function mapSchema(schema: Json, visit: Visit, pointer = ""): Json {
  if (!isObject(schema)) return schema;
  const inside = (key: string, value: Json): Json => {
    const here = `${pointer}/${escaped(key)}`;
    if (LIST.has(key) && Array.isArray(value)) {
      return value.map((one: Json, index) => mapSchema(one, visit, `${here}/${index}`));
    }
    if (SCHEMA.has(key)) return mapSchema(value, visit, here);
    if (!BY_NAME.has(key) || !isObject(value)) return value;
    const named = Object.entries(value);
    return Object.fromEntries(named.map(([name, one]) => [name, mapSchema(one, visit, `${here}/${escaped(name)}`)]));
  };
  const visited = Object.entries(visit(schema, pointer));
  return Object.fromEntries(visited.map(([key, value]) => [key, inside(key, value)]));
}

export function escaped(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Whether a JSON value keeps within a depth and a number of values, itself included. Never deeper than the limit. */
export function within(value: Json, depth: number, nodes: number): boolean {
  let left = nodes;
  const fits = (one: Json, levels: number): boolean => {
    left -= 1;
    if (left < 0 || levels < 0) return false;
    if (typeof one !== "object" || one === null) return true;
    return Object.values(one).every((inner: Json) => fits(inner, levels - 1));
  };
  return fits(value, depth);
}
