import type { Json, JsonObject } from "../../model/mod.ts";
import { isObject } from "../../model/mod.ts";
import type { SchemaError } from "./explain.ts";
import { arrayKeywords } from "./interpret-array.ts";
import { objectKeywords } from "./interpret-object.ts";
import { equal, scalarErrors, typeFits } from "./interpret-scalar.ts";
import { type Apply, addAll, error, NO_MEMBERS, type Result, type Rules } from "./interpret-words.ts";
import type { Resolved } from "./references.ts";

/**
 * Checks values against schemas that are only known when a server sends them, by reading the schema: nothing is compiled
 * and no text is evaluated. Keywords as in draft-06 to 2020-12; what a dialect does not know has been taken out before.
 */
export interface Interpreter {
  check(value: Json): readonly SchemaError[];
}

export function interpreter(root: JsonObject | boolean, rules: Rules): Interpreter {
  const apply: Apply = (schema, value, at) => {
    rules.step();
    if (typeof schema === "boolean") return { errors: schema ? [] : [error(at, "false schema")], seen: NO_MEMBERS };
    if (!isObject(schema)) throw new Error("a schema is neither an object nor a boolean");
    const referred = typeof schema["$ref"] === "string" ? follow(schema, schema["$ref"], value, at) : undefined;
    if (rules.refAlone && referred !== undefined) return referred;
    const errors: SchemaError[] = [];
    valueErrors(schema, value, at, errors);
    addAll(errors, scalarErrors(schema, value, at, rules));
    // Most subschemas apply no other, and their value has no members: nothing is made for them.
    let seen = NO_MEMBERS;
    const take = (result: Result): void => {
      addAll(errors, result.errors);
      if (result.seen.size > 0) seen = seen.size === 0 ? result.seen : new Set([...seen, ...result.seen]);
    };
    if (referred !== undefined) take(referred);
    if (APPLICATORS.some((keyword) => schema[keyword] !== undefined)) take(applicators(schema, value, at, apply));
    if (Array.isArray(value)) addAll(errors, arrayKeywords(schema, value, at, apply, rules));
    else if (isObject(value)) take(objectKeywords(schema, value, at, apply, rules, seen));
    return { errors, seen };
  };

  const targets = new Map<JsonObject, Resolved>();
  const follow = (schema: JsonObject, ref: string, value: Json, at: string): Result => {
    const target = targets.get(schema) ?? rules.references.resolve(ref, schema);
    targets.set(schema, target);
    if (target.kind === "schema") return apply(target.schema, value, at);
    const known = target.kind === "elsewhere" ? rules.known(target.address) : undefined;
    if (known === undefined) throw new Error(`$ref ${JSON.stringify(ref)} leads nowhere`);
    return { errors: known(value).map((one) => ({ ...one, instancePath: at + one.instancePath })), seen: NO_MEMBERS };
  };
  return { check: (value) => apply(root, value, "").errors };
}

/** type, const and enum, which hold for values of every kind. */
function valueErrors(schema: JsonObject, value: Json, at: string, errors: SchemaError[]): void {
  const { type, const: constant, enum: values } = schema;
  if (type !== undefined) {
    const fits = Array.isArray(type)
      ? type.some((one) => typeof one === "string" && typeFits(one, value))
      : typeof type === "string" && typeFits(type, value);
    if (!fits) errors.push(error(at, "type", { type }));
  }
  if (constant !== undefined && !equal(constant, value)) errors.push(error(at, "const", { allowedValue: constant }));
  if (Array.isArray(values) && !values.some((one: Json) => equal(one, value))) {
    errors.push(error(at, "enum", { allowedValues: values }));
  }
}

const APPLICATORS = ["allOf", "anyOf", "oneOf", "not", "if"] as const;

/** allOf, anyOf, oneOf, not, if. Errors of branches stand before that of the whole, as explain.ts wants them. */
function applicators(schema: JsonObject, value: Json, at: string, apply: Apply): Result {
  const errors: SchemaError[] = [];
  let seen = NO_MEMBERS;
  const look = (result: Result): void => {
    if (result.seen.size > 0) seen = seen.size === 0 ? result.seen : new Set([...seen, ...result.seen]);
  };
  const branches = (keyword: string): readonly Result[] | undefined => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((one: Json) => apply(one, value, at)) : undefined;
  };
  if (schema["not"] !== undefined && apply(schema["not"], value, at).errors.length === 0) errors.push(error(at, "not"));
  const any = branches("anyOf");
  const fittingAny = any?.filter((one) => one.errors.length === 0) ?? [];
  if (any !== undefined && fittingAny.length === 0)
    addAll(errors, [...any.flatMap((one) => one.errors), error(at, "anyOf")]);
  fittingAny.forEach(look);
  const one = branches("oneOf");
  const fitting = one?.filter((result) => result.errors.length === 0) ?? [];
  if (one !== undefined && fitting.length !== 1) {
    const inside = fitting.length === 0 ? one.flatMap((result) => result.errors) : [];
    addAll(errors, [...inside, error(at, "oneOf", { passing: fitting.length })]);
  }
  if (fitting.length === 1) fitting.forEach(look);
  for (const result of branches("allOf") ?? []) {
    addAll(errors, result.errors);
    look(result);
  }
  if (schema["if"] !== undefined) {
    const condition = apply(schema["if"], value, at);
    const holds = condition.errors.length === 0;
    if (holds) look(condition);
    const branch = schema[holds ? "then" : "else"];
    if (branch !== undefined) {
      const result = apply(branch, value, at);
      addAll(errors, result.errors);
      look(result);
    }
  }
  return { errors, seen };
}
