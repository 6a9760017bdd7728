import type { Json, JsonObject } from "../../model/mod.ts";
import { isObject } from "../../model/mod.ts";
import type { SchemaError } from "./explain.ts";
import { arrayKeywords } from "./interpret-array.ts";
import { objectKeywords } from "./interpret-object.ts";
import { equal, scalarErrors, typeFits } from "./interpret-scalar.ts";
import { type Apply, error, NO_MEMBERS, type Result, type Rules } from "./interpret-words.ts";

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
    const errors: SchemaError[] = [...typeErrors(schema, value, at), ...scalarErrors(schema, value, at, rules)];
    const seen = new Set<string>();
    const take = (result: Result): void => {
      errors.push(...result.errors);
      for (const name of result.seen) seen.add(name);
    };
    if (referred !== undefined) take(referred);
    take(applicators(schema, value, at, apply));
    if (Array.isArray(value)) errors.push(...arrayKeywords(schema, value, at, apply, rules));
    else if (isObject(value)) take(objectKeywords(schema, value, at, apply, rules, seen));
    return { errors, seen };
  };

  const follow = (schema: JsonObject, ref: string, value: Json, at: string): Result => {
    const target = rules.references.resolve(ref, schema);
    if (target.kind === "schema") return apply(target.schema, value, at);
    const known = target.kind === "elsewhere" ? rules.known(target.address) : undefined;
    if (known === undefined) throw new Error(`$ref ${JSON.stringify(ref)} leads nowhere`);
    return { errors: known(value).map((one) => ({ ...one, instancePath: at + one.instancePath })), seen: NO_MEMBERS };
  };
  return { check: (value) => apply(root, value, "").errors };
}

function typeErrors(schema: JsonObject, value: Json, at: string): readonly SchemaError[] {
  const { type } = schema;
  if (type === undefined) return constErrors(schema, value, at);
  const types = Array.isArray(type) ? type : [type];
  const fits = types.some((one) => typeof one === "string" && typeFits(one, value));
  return [...(fits ? [] : [error(at, "type", { type })]), ...constErrors(schema, value, at)];
}

function constErrors(schema: JsonObject, value: Json, at: string): readonly SchemaError[] {
  const errors: SchemaError[] = [];
  if (schema["const"] !== undefined && !equal(schema["const"], value)) {
    errors.push(error(at, "const", { allowedValue: schema["const"] }));
  }
  const { enum: values } = schema;
  if (Array.isArray(values) && !values.some((one: Json) => equal(one, value))) {
    errors.push(error(at, "enum", { allowedValues: values }));
  }
  return errors;
}

/** allOf, anyOf, oneOf, not, if. Errors of branches stand before that of the whole, as explain.ts wants them. */
function applicators(schema: JsonObject, value: Json, at: string, apply: Apply): Result {
  const errors: SchemaError[] = [];
  const seen = new Set<string>();
  const look = (result: Result): void => {
    for (const name of result.seen) seen.add(name);
  };
  const branches = (keyword: string): readonly Result[] | undefined => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((one: Json) => apply(one, value, at)) : undefined;
  };
  if (schema["not"] !== undefined && apply(schema["not"], value, at).errors.length === 0) errors.push(error(at, "not"));
  const any = branches("anyOf");
  const fittingAny = any?.filter((one) => one.errors.length === 0) ?? [];
  if (any !== undefined && fittingAny.length === 0)
    errors.push(...any.flatMap((one) => one.errors), error(at, "anyOf"));
  fittingAny.forEach(look);
  const one = branches("oneOf");
  const fitting = one?.filter((result) => result.errors.length === 0) ?? [];
  if (one !== undefined && fitting.length !== 1) {
    const inside = fitting.length === 0 ? one.flatMap((result) => result.errors) : [];
    errors.push(...inside, error(at, "oneOf", { passing: fitting.length }));
  }
  if (fitting.length === 1) fitting.forEach(look);
  for (const result of branches("allOf") ?? []) {
    errors.push(...result.errors);
    look(result);
  }
  if (schema["if"] !== undefined) {
    const condition = apply(schema["if"], value, at);
    const holds = condition.errors.length === 0;
    if (holds) look(condition);
    const branch = schema[holds ? "then" : "else"];
    if (branch !== undefined) {
      const result = apply(branch, value, at);
      errors.push(...result.errors);
      look(result);
    }
  }
  return { errors, seen };
}
