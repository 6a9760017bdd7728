import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { checkInstance } from "../protocol/schemas/server-schema.ts";
import { numberFor, textFor } from "./scalars.ts";
import { combined, flatten, isTricky } from "./schema-merge.ts";

/** How deep a schema is followed, and how many of its parts are looked at; what goes beyond is passed over. */
const DEEPEST = 12;
const MOST_PARTS = 2000;
/** Below this a null is as good as anything. */
const DEEP = 3;
/** How often another branch of the alternatives is tried before a schema is passed over. */
const TURNS = 4;

/** One attempt at a value. */
interface Maker {
  readonly root: JsonObject;
  /** Which branch of each alternative comes first. */
  readonly turn: number;
  /** Set by keywords whose effect is not worked out here: the value has to be checked as a whole. */
  tricky: boolean;
  left: number;
}

/**
 * Placeholder arguments that fit a tool's inputSchema: default, const, example or first enum value, else the smallest
 * value of the type; required members only. `set` gives members their value whatever the schema says (a payload).
 * Undefined where no fitting value could be made.
 */
export function placeholders(inputSchema: Json | undefined, set: JsonObject = {}): JsonObject | undefined {
  if (!isObject(inputSchema)) return undefined;
  const names = Object.keys(set);
  const known = names.length === 0 ? made.get(inputSchema) : undefined;
  if (known !== undefined) return known.value;
  const value = fitting(inputSchema, names);
  if (names.length === 0) made.set(inputSchema, { value });
  return value === undefined ? undefined : { ...value, ...set };
}

const made = new WeakMap<JsonObject, { readonly value: JsonObject | undefined }>();

/** Arguments with the required members and those of `also`, checked as a whole where the schema is more than a list. */
function fitting(root: JsonObject, also: readonly string[]): JsonObject | undefined {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const maker: Maker = { root, turn, tricky: isTricky(root, root), left: MOST_PARTS };
    const flat = flatten(root, root, turn);
    const value = flat === undefined ? undefined : objectFor(flat, maker, 0, also);
    if (!isObject(value)) continue;
    if (!maker.tricky || checkInstance(root, value).outcome === "fits") return value;
  }
  return undefined;
}

function valueFor(schema: Json, maker: Maker, depth: number): Json | undefined {
  maker.left -= 1;
  if (schema === true) return "probe";
  if (!isObject(schema) || depth > DEEPEST || maker.left < 0) return undefined;
  const flat = flatten(schema, maker.root, maker.turn);
  if (flat === undefined) return undefined;
  maker.tricky ||= isTricky(schema, maker.root);
  const given = offered(flat);
  if (given !== undefined) {
    maker.tricky ||= typeof given === "object" && given !== null;
    return given;
  }
  const branched = ["anyOf", "oneOf"].some((keyword) => Array.isArray(flat[keyword]));
  return branched ? alternative(flat, maker, depth) : typed(typeOf(flat, maker.turn), flat, maker, depth);
}

/** A value that the schema itself names, where it is of the schema's own type. */
function offered(schema: JsonObject): Json | undefined {
  if (schema["const"] !== undefined) return schema["const"];
  const listed = (keyword: string): readonly Json[] => {
    const values = schema[keyword];
    return Array.isArray(values) ? (values as readonly Json[]) : [];
  };
  const choices = listed("enum");
  const own = [...(schema["default"] === undefined ? [] : [schema["default"]]), ...listed("examples")];
  const example = schema["example"] === undefined ? [] : [schema["example"]];
  const named = [...own, ...example].find((one) => isSound(one, schema, choices));
  return named ?? choices.find((one) => isOfType(one, schema["type"]));
}

/** A default may break its own schema: people write null, or "" where a minimum length stands. */
function isSound(value: Json, schema: JsonObject, choices: readonly Json[]): boolean {
  if (!isOfType(value, schema["type"])) return false;
  if (choices.length > 0) return choices.some((one) => JSON.stringify(one) === JSON.stringify(value));
  if (typeof value === "string") return textFor({ ...schema, default: value }) === value;
  if (typeof value === "number") return numberFor({ ...schema, default: value }) === value;
  return true;
}

function isOfType(value: Json, type: Json | undefined): boolean {
  if (Array.isArray(type)) return type.some((one) => isOfType(value, one as Json));
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}

/** A value by one branch of anyOf or oneOf, beside what stands around it. */
function alternative(schema: JsonObject, maker: Maker, depth: number): Json | undefined {
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = schema[keyword];
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const { [keyword]: _, ...around } = schema;
    const first = maker.turn % branches.length;
    let nothing: null | undefined;
    const turned = [...branches.slice(first), ...branches.slice(0, first)] as readonly Json[];
    for (const branch of depth > DEEP ? nullFirst(turned) : turned) {
      const both = combined(around, branch, maker.root, maker.turn);
      // Something says more than null, but not where a structure holds others of its own kind without end.
      if (nothing === null && depth > DEEP) return null;
      const value = both === undefined ? undefined : valueFor(both, maker, depth + 1);
      if (value === null) nothing = null;
      else if (value !== undefined) return value;
    }
    if (nothing === null) return null;
  }
  return undefined;
}

function nullFirst(branches: readonly Json[]): readonly Json[] {
  const isNull = (one: Json): boolean => isObject(one) && one["type"] === "null";
  return [...branches.filter(isNull), ...branches.filter((one) => !isNull(one))];
}

function typeOf(schema: JsonObject, turn: number): string {
  const { type } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) {
    const solid = type.filter((one): one is string => typeof one === "string" && one !== "null");
    return solid[turn % Math.max(1, solid.length)] ?? "null";
  }
  if ("properties" in schema || "required" in schema || "additionalProperties" in schema) return "object";
  if ("items" in schema || "prefixItems" in schema || "minItems" in schema) return "array";
  if ("minimum" in schema || "maximum" in schema || "multipleOf" in schema) return "number";
  return "string";
}

function typed(type: string, schema: JsonObject, maker: Maker, depth: number): Json | undefined {
  switch (type) {
    case "string":
      return textFor(schema);
    case "integer":
    case "number":
      return numberFor({ ...schema, type });
    case "boolean":
      return false;
    case "null":
      return null;
    case "array":
      return listFor(schema, maker, depth);
    case "object":
      return objectFor(schema, maker, depth, []);
    default:
      return undefined;
  }
}

function objectFor(schema: JsonObject, maker: Maker, depth: number, also: readonly string[]): Json | undefined {
  if ("anyOf" in schema || "oneOf" in schema) {
    const { anyOf, oneOf, ...around } = schema;
    const branches = [anyOf, oneOf].flatMap((one) => (Array.isArray(one) && one.length > 0 ? [one] : []));
    let both: JsonObject | undefined = around;
    for (const list of branches) {
      const branch = list[maker.turn % list.length] as Json;
      both = both === undefined ? undefined : combined(both, branch, maker.root, maker.turn);
    }
    if (both === undefined || depth > DEEPEST) return undefined;
    return objectFor(both, maker, depth + 1, also);
  }
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly Json[]) : [];
  const names = [...new Set([...required.filter((one) => typeof one === "string"), ...also])];
  const least = typeof schema["minProperties"] === "number" ? schema["minProperties"] : 0;
  for (const name of Object.keys(properties)) if (names.length < least && !names.includes(name)) names.push(name);
  const follow = isObject(schema["dependentRequired"]) ? schema["dependentRequired"] : {};
  for (const name of names) {
    const after = Object.hasOwn(follow, name) ? follow[name] : undefined;
    if (Array.isArray(after)) names.push(...after.filter((one) => typeof one === "string" && !names.includes(one)));
  }
  const members: (readonly [string, Json])[] = [];
  for (const name of names) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const additional = schema["additionalProperties"];
    // A member that the properties do not describe may be described by a pattern; without any it may be forbidden.
    if (own === undefined && schema["patternProperties"] !== undefined) maker.tricky = true;
    else if (own === undefined && additional === false) return undefined;
    const rest = isObject(additional) ? additional : true;
    const value = valueFor(own ?? rest, maker, depth + 1);
    if (value === undefined && !also.includes(name)) return undefined;
    if (value !== undefined) members.push([name, value]);
  }
  return Object.fromEntries(members);
}

function listFor(schema: JsonObject, maker: Maker, depth: number): Json | undefined {
  const least = Math.min(Number(schema["minItems"] ?? 0), 100);
  if (least === 0) return [];
  const prefix = [schema["prefixItems"], schema["items"]].find((one) => Array.isArray(one)) as
    | readonly Json[]
    | undefined;
  const rest = Array.isArray(schema["items"]) ? (schema["additionalItems"] ?? true) : (schema["items"] ?? true);
  const items: Json[] = [];
  for (let index = 0; index < least; index += 1) {
    const one = valueFor(prefix?.[index] ?? rest, maker, depth + 1);
    if (one === undefined) return undefined;
    items.push(schema["uniqueItems"] === true ? another(one, items, prefix?.[index] ?? rest) : one);
  }
  if (schema["uniqueItems"] === true && least > 1) maker.tricky = true;
  return items;
}

/** A value that is not among those before it, where one is easily found. */
function another(value: Json, before: readonly Json[], schema: Json): Json {
  const taken = new Set(before.map((one) => JSON.stringify(one)));
  const choices = isObject(schema) && Array.isArray(schema["enum"]) ? (schema["enum"] as readonly Json[]) : [];
  const next = [value, ...choices].find((one) => !taken.has(JSON.stringify(one)));
  if (next !== undefined) return next;
  return typeof value === "number"
    ? value + before.length
    : typeof value === "string"
      ? `${value}${before.length}`
      : value;
}
