import type { Json, JsonObject } from "../../model/mod.ts";
import { isObject } from "../../model/mod.ts";
import type { SchemaError } from "./explain.ts";
import { error, type Rules } from "./interpret-words.ts";

export function typeFits(type: string, value: Json): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "null":
      return value === null;
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const NONE: readonly SchemaError[] = [];

/** Bounds of numbers and texts. */
export function scalarErrors(schema: JsonObject, value: Json, at: string, rules: Rules): readonly SchemaError[] {
  if (typeof value === "number") return numberErrors(schema, value, at);
  return typeof value === "string" ? textErrors(schema, value, at, rules) : NONE;
}

const BOUNDS: readonly (readonly [keyword: string, holds: (value: number, limit: number) => boolean])[] = [
  ["maximum", (value, limit) => value <= limit],
  ["minimum", (value, limit) => value >= limit],
  ["exclusiveMaximum", (value, limit) => value < limit],
  ["exclusiveMinimum", (value, limit) => value > limit],
];

/** 19.99 is a multiple of 0.01, whatever floating point says. */
const NEARLY = 1e-6;

function numberErrors(schema: JsonObject, value: number, at: string): readonly SchemaError[] {
  const errors: SchemaError[] = [];
  for (const [keyword, holds] of BOUNDS) {
    const limit = schema[keyword];
    if (typeof limit === "number" && !holds(value, limit)) errors.push(error(at, keyword, { limit }));
  }
  const { multipleOf } = schema;
  if (typeof multipleOf === "number") {
    const times = value / multipleOf;
    // A quotient beyond what numbers hold has no fraction that could be looked at.
    const whole = Number.isFinite(times) ? Math.abs(Math.round(times) - times) <= NEARLY : value % multipleOf === 0;
    if (!whole) errors.push(error(at, "multipleOf", { multipleOf }));
  }
  return errors;
}

function textErrors(schema: JsonObject, value: string, at: string, rules: Rules): readonly SchemaError[] {
  const errors: SchemaError[] = [];
  const { maxLength, minLength, pattern } = schema;
  if (typeof maxLength === "number" || typeof minLength === "number") {
    // In characters, not in the halves of which some are made.
    let length = 0;
    for (const _ of value) length += 1;
    if (typeof maxLength === "number" && length > maxLength) errors.push(error(at, "maxLength", { limit: maxLength }));
    if (typeof minLength === "number" && length < minLength) errors.push(error(at, "minLength", { limit: minLength }));
  }
  if (typeof pattern === "string" && !rules.matches(pattern, value)) errors.push(error(at, "pattern", { pattern }));
  return errors;
}

/** Equality of JSON values: the order of members does not matter. */
export function equal(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  const [a, b] = [one as JsonObject, other as JsonObject];
  return names.every((name) => Object.hasOwn(b, name) && equal(a[name] as Json, b[name] as Json));
}
