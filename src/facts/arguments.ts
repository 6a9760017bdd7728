import { isObject, type Json, type JsonObject } from "../model/json.ts";

/** How deep a schema is followed; deeper ones are passed over. */
const DEEPEST = 8;

/**
 * Placeholder arguments that fit a tool's inputSchema: default, const, example or first enum value, else the smallest
 * value of the type; required members only. `set` gives members their value whatever the schema says (a payload).
 * Undefined where no fitting value can be made.
 */
export function placeholders(inputSchema: Json | undefined, set: JsonObject = {}): JsonObject | undefined {
  if (!isObject(inputSchema)) return undefined;
  const value = objectFor(inputSchema, inputSchema, set, 0);
  return value;
}

function objectFor(schema: JsonObject, root: JsonObject, set: JsonObject, depth: number): JsonObject | undefined {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly Json[]) : [];
  const made: { [key: string]: Json } = {};
  for (const key of required) {
    if (typeof key !== "string" || key in set) continue;
    const value = valueFor(properties[key] ?? {}, root, depth + 1);
    if (value === undefined) return undefined;
    made[key] = value;
  }
  const combined = ["allOf", "anyOf", "oneOf", "if", "not", "dependentRequired", "minProperties"];
  // Members that only a combination demands are not worked out: such a tool is passed over.
  if (combined.some((keyword) => keyword in schema)) return undefined;
  return { ...made, ...set };
}

function valueFor(schema: Json, root: JsonObject, depth: number): Json | undefined {
  if (schema === true) return "probe";
  if (!isObject(schema) || depth > DEEPEST) return undefined;
  if (typeof schema["$ref"] === "string") {
    const target = localRef(schema["$ref"], root);
    return target === undefined ? undefined : valueFor(target, root, depth + 1);
  }
  for (const keyword of ["default", "const"]) if (schema[keyword] !== undefined) return schema[keyword];
  for (const keyword of ["examples", "enum"]) {
    const values = schema[keyword];
    if (Array.isArray(values) && values.length > 0) return (values as readonly Json[])[0];
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    for (const branch of branches as readonly Json[]) {
      const value = valueFor(branch, root, depth + 1);
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }
  const type = Array.isArray(schema["type"])
    ? (schema["type"] as readonly Json[]).find((one) => one !== "null")
    : schema["type"];
  return typed(typeof type === "string" ? type : guess(schema), schema, root, depth);
}

function guess(schema: JsonObject): string {
  if ("properties" in schema || "additionalProperties" in schema) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  return "string";
}

function typed(type: string, schema: JsonObject, root: JsonObject, depth: number): Json | undefined {
  switch (type) {
    case "string":
      return text(schema);
    case "integer":
    case "number":
      return numeric(type, schema);
    case "boolean":
      return false;
    case "null":
      return null;
    case "array":
      return list(schema, root, depth);
    case "object":
      return objectFor(schema, root, {}, depth);
    default:
      return undefined;
  }
}

function text(schema: JsonObject): string | undefined {
  const formatted = FORMATS[String(schema["format"] ?? "")];
  if (formatted !== undefined) return formatted;
  // A pattern is met only by chance; try the usual word and a few shapes.
  const least = Number(schema["minLength"] ?? 0);
  const most = Number(schema["maxLength"] ?? Number.POSITIVE_INFINITY);
  const word = least > 5 ? "probe".padEnd(Math.min(least, 10_000), "x") : "probe".slice(0, most);
  const pattern = schema["pattern"];
  if (typeof pattern !== "string") return word;
  return [word, "1", "a", "A1", "0000", "2026-01-01"].find((one) => fits(one, pattern, least, most));
}

function fits(value: string, pattern: string, least: number, most: number): boolean {
  if (pattern.length > 200 || value.length < least || value.length > most) return false;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return false;
  }
}

const FORMATS: { readonly [format: string]: string } = {
  date: "2026-01-01",
  time: "00:00:00Z",
  "date-time": "2026-01-01T00:00:00Z",
  email: "probe@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
  ipv4: "192.0.2.1",
  hostname: "example.com",
};

function numeric(type: string, schema: JsonObject): number {
  const step = type === "integer" ? 1 : Number(schema["multipleOf"] ?? 1);
  const above = schema["exclusiveMinimum"];
  const below = schema["exclusiveMaximum"];
  const least = Number(typeof above === "number" ? above + step : (schema["minimum"] ?? 1));
  const most = Number(typeof below === "number" ? below - step : (schema["maximum"] ?? Number.POSITIVE_INFINITY));
  const value = Math.min(Math.max(1, least), most);
  const multiple = Number(schema["multipleOf"] ?? 0);
  return multiple > 0 ? Math.ceil(value / multiple) * multiple : value;
}

function list(schema: JsonObject, root: JsonObject, depth: number): Json | undefined {
  const count = Math.min(Number(schema["minItems"] ?? 0), 100);
  if (count === 0) return [];
  const value = valueFor(schema["items"] ?? {}, root, depth + 1);
  return value === undefined ? undefined : Array.from({ length: count }, () => value);
}

function localRef(ref: string, root: JsonObject): Json | undefined {
  if (!ref.startsWith("#/")) return undefined;
  let value: Json | undefined = root;
  for (const part of ref.slice(2).split("/")) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    value = isObject(value) ? value[key] : undefined;
  }
  return value;
}
