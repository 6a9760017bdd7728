import type { Json, JsonObject } from "../../src/model/mod.ts";
import { isObject } from "../../src/model/mod.ts";

/** Makes instances of a published schema, and breaks them in systematic ways. */

/** Values that fit a schema: with every member, with the required ones only, and each branch and list value once. */
export function instancesOf(schema: Json, definitions: JsonObject, depth = 0): readonly Json[] {
  if (!isObject(schema) || Object.keys(schema).length === 0) return [{ any: [null, 1.5] }];
  if (typeof schema.$ref === "string") return instancesOf(target(schema.$ref, definitions), definitions, depth);
  if (schema.const !== undefined) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum as readonly Json[];
  if (schema.if !== undefined) {
    return [schema.then ?? {}, schema.else ?? {}].flatMap((one) => instancesOf(one, definitions, depth));
  }
  if (Array.isArray(schema.anyOf)) {
    return (schema.anyOf as readonly Json[]).flatMap((one) => instancesOf(one, definitions, depth));
  }
  if (Array.isArray(schema.allOf)) return allOf(schema.allOf as readonly Json[], definitions, depth);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.flatMap((type: Json) => ofType(type, schema, definitions, depth));
}

function target(ref: string, definitions: JsonObject): Json {
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  const found = definitions[name];
  if (found === undefined) throw new Error(`no definition ${name}`);
  return found;
}

function allOf(parts: readonly Json[], definitions: JsonObject, depth: number): readonly Json[] {
  const each = parts.map((part) => instancesOf(part, definitions, depth));
  const pick = (index: number) => each.map((values) => values[Math.min(index, values.length - 1)] as JsonObject);
  return [Object.assign({}, ...pick(0)) as Json, Object.assign({}, ...pick(1)) as Json];
}

function ofType(type: Json | undefined, schema: JsonObject, definitions: JsonObject, depth: number): readonly Json[] {
  switch (type) {
    case "string":
      return ["text"];
    case "integer":
      return [schema.minimum === undefined ? 7 : Number(schema.minimum)];
    case "number":
      return [schema.maximum === undefined ? 1.5 : Number(schema.maximum)];
    case "boolean":
      return [true];
    case "null":
      return [null];
    case "array":
      return arrays(schema, definitions, depth);
    case "object":
      return objects(schema, definitions, depth);
    default:
      return [{}];
  }
}

function arrays(schema: JsonObject, definitions: JsonObject, depth: number): readonly Json[] {
  if (depth > 8) return [[]];
  const items = instancesOf(schema.items ?? {}, definitions, depth + 1);
  return [items.slice(0, 8), []];
}

function objects(schema: JsonObject, definitions: JsonObject, depth: number): readonly Json[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : [];
  const values = new Map<string, readonly Json[]>();
  for (const [name, one] of Object.entries(properties)) {
    if (depth <= 8 || required.includes(name)) values.set(name, instancesOf(one, definitions, depth + 1));
  }
  if (isObject(schema.additionalProperties) && values.size === 0 && depth <= 8) {
    instancesOf(schema.additionalProperties, definitions, depth + 1).forEach((one, index) => {
      values.set(`key${index}`, [one]);
    });
  }
  const first = (name: string) => [name, values.get(name)?.[0] ?? null] as const;
  const full = Object.fromEntries([...values.keys()].map(first));
  const bare = Object.fromEntries(required.map(first));
  const others = [...values].flatMap(([name, all]) => all.slice(1).map((one) => ({ ...full, [name]: one })));
  // Deep down the variants would multiply: there the first two are enough.
  return depth === 0 ? [full, bare, ...others] : [full, bare, ...others.slice(0, depth < 2 ? 8 : 0)];
}

/** A value that was broken or changed in one place, and how. */
export interface Mutant {
  readonly value: Json;
  readonly what: string;
}

const REPLACEMENTS: readonly Json[] = [null, true, -1, 7, 1.5, "other", [], [7], {}];
/** Deep down, where the same shapes come again and again. */
const FEWER: readonly Json[] = [null, 1.5, "other"];
/** Values that choose a branch, by member. */
const TELLING: { readonly [member: string]: readonly Json[] } = {
  resultType: ["complete", "input_required", "task"],
  mode: ["form", "url"],
  method: ["ping", "roots/list"],
  type: ["text", "resource_link", "string", "array"],
};

/**
 * The value with each part replaced by values of every type, each member left out, and one unknown member added.
 * `levels`: below so many of them only a few replacements are tried.
 */
export function* mutantsOf(value: Json, levels: number): Generator<Mutant> {
  yield* mutants(value, "", levels, (changed) => changed);
}

function* mutants(value: Json, path: string, levels: number, wrap: (changed: Json) => Json): Generator<Mutant> {
  const segments = path.split("/");
  const telling = TELLING[segments.at(-1) ?? ""] ?? [];
  for (const other of [...(segments.length > levels ? FEWER : REPLACEMENTS), ...telling])
    yield { value: wrap(other), what: `${path || "/"} = ${JSON.stringify(other)}` };
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    for (const [index, item] of list.entries()) {
      yield* mutants(item, `${path}/${index}`, levels, (changed) => wrap(list.with(index, changed)));
    }
    yield { value: wrap(Array.from({ length: 101 }, () => list[0] ?? "x")), what: `${path} 101 items` };
  } else if (isObject(value)) {
    yield { value: wrap({ ...value, "x-unknown": null }), what: `${path} + x-unknown` };
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _gone, ...rest } = value;
      yield { value: wrap(rest), what: `${path} - ${name}` };
      yield* mutants(member, `${path}/${name}`, levels, (changed) => wrap({ ...value, [name]: changed }));
    }
  }
}
