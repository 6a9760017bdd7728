import type { Json, JsonObject } from "../../model/mod.ts";
import { isObject } from "../../model/mod.ts";
import type { SchemaError } from "./explain.ts";
import { type Apply, addAll, error, type Result, type Rules } from "./interpret-words.ts";
import { escaped } from "./server-schema-walk.ts";

/** `before` is what the keywords of other groups have looked at, for `unevaluatedProperties`. */
export function objectKeywords(
  schema: JsonObject,
  value: JsonObject,
  at: string,
  apply: Apply,
  rules: Rules,
  before: ReadonlySet<string>,
): Result {
  const errors: SchemaError[] = [...countErrors(schema, value, at)];
  const seen = new Set<string>();
  const names = Object.keys(value);
  const below = (name: string): string => `${at}/${escaped(name)}`;
  const { propertyNames, properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  if (propertyNames !== undefined) {
    for (const name of names) {
      if (apply(propertyNames, name, at).errors.length === 0) continue;
      errors.push(error(at, "propertyNames", { propertyName: name }));
    }
  }
  const own = isObject(properties) ? properties : {};
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  for (const [name, one] of Object.entries(value)) {
    const fitting: Json[] = patterns.filter(([pattern]) => rules.matches(pattern, name)).map(([, inner]) => inner);
    if (Object.hasOwn(own, name)) fitting.unshift(own[name] as Json);
    if (fitting.length === 0 && additionalProperties !== undefined) {
      if (additionalProperties === false) {
        errors.push(error(at, "additionalProperties", { additionalProperty: name }));
      } else fitting.push(additionalProperties);
      seen.add(name);
    }
    for (const inner of fitting) {
      addAll(errors, apply(inner, one, below(name)).errors);
      seen.add(name);
    }
  }
  const dependent = dependencies(schema, value, at, apply);
  addAll(errors, dependent.errors);
  for (const name of dependent.seen) seen.add(name);
  if (unevaluatedProperties !== undefined) {
    for (const [name, one] of Object.entries(value)) {
      if (seen.has(name) || before.has(name)) continue;
      seen.add(name);
      if (unevaluatedProperties === false) {
        errors.push(error(at, "unevaluatedProperties", { unevaluatedProperty: name }));
      } else addAll(errors, apply(unevaluatedProperties, one, below(name)).errors);
    }
  }
  return { errors, seen };
}

/** How many members there are, and which have to be. */
function countErrors(schema: JsonObject, value: JsonObject, at: string): readonly SchemaError[] {
  const { maxProperties, minProperties, required } = schema;
  const count = Object.keys(value).length;
  const errors: SchemaError[] = [];
  if (typeof maxProperties === "number" && count > maxProperties) {
    errors.push(error(at, "maxProperties", { limit: maxProperties }));
  }
  if (typeof minProperties === "number" && count < minProperties) {
    errors.push(error(at, "minProperties", { limit: minProperties }));
  }
  return Array.isArray(required) ? [...errors, ...missing(required, value, at, "required")] : errors;
}

function missing(names: readonly Json[], value: JsonObject, at: string, keyword: string): readonly SchemaError[] {
  return names
    .filter((name): name is string => typeof name === "string" && !Object.hasOwn(value, name))
    .map((missingProperty) => error(at, keyword, { missingProperty }));
}

/** dependencies (up to 2019-09), dependentRequired and dependentSchemas. */
function dependencies(schema: JsonObject, value: JsonObject, at: string, apply: Apply): Result {
  const errors: SchemaError[] = [];
  const seen = new Set<string>();
  for (const keyword of ["dependencies", "dependentRequired", "dependentSchemas"]) {
    const all = schema[keyword];
    if (!isObject(all)) continue;
    for (const [name, needed] of Object.entries(all)) {
      if (!Object.hasOwn(value, name)) continue;
      if (Array.isArray(needed)) addAll(errors, missing(needed, value, at, keyword));
      else {
        const result = apply(needed, value, at);
        addAll(errors, result.errors);
        for (const one of result.seen) seen.add(one);
      }
    }
  }
  return { errors, seen };
}
