import { metaSchema as of201909 } from "../../../compiled/schemas/meta-schema-2019-09.js";
import { metaSchema as of202012 } from "../../../compiled/schemas/meta-schema-2020-12.js";
import { metaSchema as ofDraft06 } from "../../../compiled/schemas/meta-schema-draft-06.js";
import { metaSchema as ofDraft07 } from "../../../compiled/schemas/meta-schema-draft-07.js";
import type { Json, JsonObject } from "../../model/mod.ts";
import { isObject } from "../../model/mod.ts";
import type { SchemaError, SchemaFault } from "./explain.ts";
import { explain } from "./explain.ts";
import { interpreter } from "./interpret.ts";
import { type BoundedPattern, boundedPattern } from "./pattern.ts";
import { type References, referencesIn } from "./references.ts";
import { escaped, mapSchema, within } from "./server-schema-walk.ts";

/**
 * Schemas that a server sends: inputSchema and outputSchema. They are judged under the dialect that they declare, 2020-12
 * by default, and never lead to the network: a `$ref` to another document is not followed. `format` is not asserted.
 *
 * The meta-schemas are validators that the build wrote out. A schema itself is read while a value is checked
 * (interpret.ts): a text from a server never becomes code.
 */
export type SchemaProblem =
  /** The schema breaks the rules of its dialect. `about` says which. */
  | { readonly kind: "invalid"; readonly about: About; readonly faults: readonly [SchemaFault, ...SchemaFault[]] }
  /** Nothing can be said: the reason is ours or the dialect's, not the server's. */
  | { readonly kind: "unchecked"; readonly cause: Cause; readonly reason: string };

/** The dialect's meta-schema, a `$ref` within the document that leads nowhere, or a pattern that is none. */
export type About = "meta-schema" | "reference" | "pattern";
export type Cause = "dialect" | "external-reference" | "limits" | "unsupported";

/** Whether a value fits a schema. */
export type InstanceCheck =
  | { readonly outcome: "fits" }
  | { readonly outcome: "faulty"; readonly faults: readonly SchemaFault[] }
  | { readonly outcome: "unchecked"; readonly reason: string };

/** Depth and number of JSON values, of a schema and of a value under one. */
const SCHEMA_LIMITS = { depth: 100, nodes: 20_000 } as const;
const VALUE_LIMITS = { depth: 200, nodes: 50_000 } as const;
/** Subschemas that one check may evaluate: references can multiply without end. */
const MOST_STEPS = 200_000;

type Dialect = "2020-12" | "2019-09" | "draft-07" | "draft-06";

const DIALECTS: { readonly [uri: string]: Dialect } = {
  "json-schema.org/draft/2020-12/schema": "2020-12",
  "json-schema.org/draft/2019-09/schema": "2019-09",
  "json-schema.org/draft-07/schema": "draft-07",
  "json-schema.org/draft-06/schema": "draft-06",
};

type MetaSchema = typeof of202012;

const META_SCHEMAS: { readonly [D in Dialect]: MetaSchema } = {
  "2020-12": of202012,
  "2019-09": of201909,
  "draft-07": ofDraft07,
  "draft-06": ofDraft06,
};

interface Compiled {
  readonly problem?: SchemaProblem;
  check(value: Json): readonly SchemaError[];
}

/** What is wrong with a schema, if anything. */
export function compileProblem(schema: Json): SchemaProblem | undefined {
  return compiled(schema).problem;
}

/** What is wrong with a value under a schema. `name` is what the value is called in the messages. */
export function checkInstance(schema: Json, value: Json, name = "the value"): InstanceCheck {
  const { problem, check } = compiled(schema);
  if (problem !== undefined) {
    const reason =
      problem.kind === "invalid" ? `the schema is not valid: ${problem.faults[0].message}` : problem.reason;
    return { outcome: "unchecked", reason };
  }
  if (!within(value, VALUE_LIMITS.depth, VALUE_LIMITS.nodes)) {
    return { outcome: "unchecked", reason: "the value is too large or too deep to be checked" };
  }
  meter.left = MOST_STEPS;
  meter.skipped = undefined;
  try {
    const errors = check(value);
    // A pattern that was not tried counts as matched, which can turn either way under a `not`.
    if (meter.skipped !== undefined) return { outcome: "unchecked", reason: meter.skipped };
    return errors.length === 0 ? { outcome: "fits" } : { outcome: "faulty", faults: explain(errors, value, name) };
  } catch (error) {
    return { outcome: "unchecked", reason: `the value could not be checked under its schema: ${textOf(error)}` };
  }
}

/** Steps that are left to the check that is running, and why it can say nothing. */
const meter: { left: number; skipped: string | undefined } = { left: 0, skipped: undefined };

const known = new WeakMap<JsonObject, Compiled>();

function compiled(schema: Json): Compiled {
  if (!isObject(schema)) return compile(schema);
  const before = known.get(schema);
  if (before !== undefined) return before;
  const made = compile(schema);
  known.set(schema, made);
  return made;
}

function compile(schema: Json): Compiled {
  const dialect = dialectOf(schema);
  if (dialect === undefined) {
    return unchecked("dialect", `the schema declares the dialect ${JSON.stringify((schema as JsonObject).$schema)}`);
  }
  if (!within(schema, SCHEMA_LIMITS.depth, SCHEMA_LIMITS.nodes)) {
    return unchecked("limits", "the schema is too large or too deep to be checked");
  }
  const broken = metaSchemaErrors(schema, dialect);
  if (broken.length > 0) return invalid("meta-schema", explain(broken, schema, "the schema"));
  const bad: SchemaFault[] = [];
  const used = new Set<string>();
  const prepared = mapSchema(schema, (one, pointer) => {
    bad.push(...badPatterns(one, pointer));
    for (const keyword of Object.keys(one)) used.add(keyword);
    return prepare(one, dialect);
  }) as JsonObject | boolean;
  if (bad.length > 0) return invalid("pattern", bad);
  const references = referencesIn(prepared, dialect.startsWith("draft"));
  const refers = REFERENCES.some((keyword) => used.has(keyword));
  const lost = refers ? lostReference(references) : undefined;
  if (lost !== undefined) return lost;
  return leftOut(used) ? { check: refuse } : checker(prepared, dialect, references);
}

/** Keywords that are not read: what a reference means on the way that led to it, and which items were looked at. */
function leftOut(used: ReadonlySet<string>): boolean {
  return used.has("$dynamicRef") || used.has("$recursiveRef") || used.has("unevaluatedItems");
}

function refuse(): never {
  throw new Error("it uses $dynamicRef, $recursiveRef or unevaluatedItems");
}

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];

/** The first reference that leads nowhere, or out of the schema. */
function lostReference(references: References): Compiled | undefined {
  if (references.ambiguous()) return unchecked("unsupported", "two of its parts have the same address or anchor");
  // Following one may enter schemas that were not known before: they come after those that were.
  for (const one of references.schemas()) {
    for (const keyword of REFERENCES) {
      const ref = one[keyword];
      if (typeof ref !== "string") continue;
      const found = references.resolve(ref, one);
      if (found.kind === "elsewhere" && knownDocument(found.address) === undefined) {
        return unchecked("external-reference", `the schema refers to ${ref}, outside itself; it was not fetched`);
      }
      if (found.kind === "nowhere") return nowhere(ref);
    }
  }
  return undefined;
}

function nowhere(ref: string): Compiled {
  const message = `$ref ${JSON.stringify(ref)} leads nowhere in the schema`;
  return invalid("reference", [{ pointer: "", message, expected: "a definition within the schema", actual: ref }]);
}

function checker(prepared: JsonObject | boolean, dialect: Dialect, references: References): Compiled {
  const patterns = new Map<string, BoundedPattern>();
  return interpreter(prepared, {
    references,
    tuples: dialect === "2020-12" ? "prefixItems" : "items",
    refAlone: dialect.startsWith("draft"),
    matches: (source, text) => matches(source, text, patterns),
    step() {
      meter.left -= 1;
      if (meter.left < 0) throw new Error("more than 200,000 steps");
    },
    known: knownDocument,
  });
}

/** Errors under a meta-schema, by its address. */
function knownDocument(address: string): ((value: Json) => readonly SchemaError[]) | undefined {
  const dialect = DIALECTS[address.replace(/^https?:\/\//, "")];
  return dialect === undefined ? undefined : (value) => metaSchemaErrors(value, dialect);
}

/** Undefined: a dialect that is not known here. No object declares none, so it is of the default. */
function dialectOf(schema: Json): Dialect | undefined {
  const declared = isObject(schema) ? schema.$schema : undefined;
  if (typeof declared !== "string") return "2020-12";
  return DIALECTS[declared.replace(/^https?:\/\//, "").replace(/#$/, "")];
}

/** Keywords that mean something in another dialect, and nothing in this one. */
const FOREIGN: { readonly [D in Dialect]: readonly string[] } = {
  "2020-12": ["nullable", "id", "$async", "dependencies", "additionalItems", "$recursiveRef", "$recursiveAnchor"],
  "2019-09": ["nullable", "id", "$async", "dependencies", "$dynamicRef", "$dynamicAnchor", "prefixItems"],
  "draft-07": ["nullable", "id", "$async"],
  "draft-06": ["nullable", "id", "$async", "if", "then", "else"],
};

function prepare(schema: JsonObject, dialect: Dialect): JsonObject {
  const foreign = FOREIGN[dialect];
  const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !foreign.includes(keyword)));
  if (!("$ref" in own) || !dialect.startsWith("draft")) return own;
  // Up to draft-07 nothing counts beside a $ref, an address least of all.
  const { $id: _id, ...rest } = own;
  return rest;
}

function badPatterns(schema: JsonObject, pointer: string): readonly SchemaFault[] {
  const own = typeof schema.pattern === "string" ? [[schema.pattern, `${pointer}/pattern`] as const] : [];
  const keys = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  const all = [...own, ...keys.map((key) => [key, `${pointer}/patternProperties/${escaped(key)}`] as const)];
  return all
    .filter(([source]) => boundedPattern(source) === undefined)
    .map(([source, where]) => ({
      pointer: where,
      message: `the pattern ${JSON.stringify(source)} is no regular expression of ECMA-262`,
      expected: "a regular expression",
      actual: JSON.stringify(source),
    }));
}

function metaSchemaErrors(schema: Json, dialect: Dialect): readonly SchemaError[] {
  const metaSchema = META_SCHEMAS[dialect];
  return metaSchema(schema) ? [] : (metaSchema.errors ?? []);
}

/** Tries a pattern within bounds; one that could take too long counts as matched, and the check says nothing. */
function matches(source: string, text: string, known: Map<string, BoundedPattern>): boolean {
  const pattern = known.get(source) ?? boundedPattern(source);
  if (pattern === undefined) throw new Error(`no regular expression: ${source}`);
  known.set(source, pattern);
  const matched = pattern.test(text);
  if (matched === undefined) meter.skipped = `the pattern ${JSON.stringify(source)} could take too long on a text`;
  return matched ?? true;
}

function invalid(about: About, faults: readonly SchemaFault[]): Compiled {
  const [first, ...more] = faults;
  if (first === undefined) throw new Error("an invalid schema needs a fault");
  return { problem: { kind: "invalid", about, faults: [first, ...more] }, check: () => [] };
}

function unchecked(cause: Cause, reason: string): Compiled {
  return { problem: { kind: "unchecked", cause, reason }, check: () => [] };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
