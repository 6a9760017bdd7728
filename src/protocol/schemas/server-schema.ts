import { loadAjv } from "../../../compiled/schemas/ajv.js";
import { metaSchema } from "../../../compiled/schemas/meta-schema.js";
import type { Json, JsonObject } from "../../model/mod.ts";
import { isObject } from "../../model/mod.ts";
import type { SchemaError, SchemaFault } from "./explain.ts";
import { explain } from "./explain.ts";
import { boundedPattern } from "./pattern.ts";
import { AJV_OPTIONS } from "./server-schema-ajv.ts";
import { escaped, mapSchema, within } from "./server-schema-walk.ts";

/**
 * Schemas that a server sends: inputSchema and outputSchema. They are judged under the dialect that they declare, 2020-12
 * by default, and never lead to the network: a `$ref` to another document is not followed. `format` is not asserted.
 *
 * ajv comes with this file but is only put to work by the first call (some ms once), so importing it costs no more
 * than reading it.
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
const MOST_STEPS = 1_000_000;

type Dialect = "2020-12" | "2019-09" | "draft-07" | "draft-06";

const DIALECTS: { readonly [uri: string]: Dialect } = {
  "json-schema.org/draft/2020-12/schema": "2020-12",
  "json-schema.org/draft/2019-09/schema": "2019-09",
  "json-schema.org/draft-07/schema": "draft-07",
  "json-schema.org/draft-06/schema": "draft-06",
};

/** That of 2020-12 is compiled ahead of time. */
const META_SCHEMAS: { readonly [D in Exclude<Dialect, "2020-12">]: string } = {
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "draft-07": "http://json-schema.org/draft-07/schema",
  "draft-06": "http://json-schema.org/draft-06/schema",
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
  // Whether references lead anywhere shows when ajv compiles; a schema without any waits until a value is checked.
  const refers = REFERENCES.some((keyword) => used.has(keyword));
  const made = refers ? checker(prepared, schema, dialect) : lazily(() => checker(prepared, schema, dialect));
  return beyondAjv(used) && made.problem === undefined ? { check: refuse } : made;
}

/** Keywords that ajv gets wrong in some cases of the official JSON Schema test suite: no verdict hangs on them. */
function beyondAjv(used: ReadonlySet<string>): boolean {
  const dynamic = used.has("$dynamicRef") || used.has("$recursiveRef") || used.has("unevaluatedItems");
  return dynamic || (used.has("unevaluatedProperties") && used.has("if"));
}

function refuse(): never {
  throw new Error("it uses $dynamicRef, $recursiveRef, unevaluatedItems, or unevaluatedProperties with if");
}

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];

function checker(prepared: JsonObject | boolean, schema: Json, dialect: Dialect): Compiled {
  try {
    const check = fresh(dialect).compile(prepared);
    return { check: (value) => (check(value) ? [] : ((check.errors ?? []) as readonly SchemaError[])) };
  } catch (error) {
    return uncompiled(error, schema);
  }
}

function lazily(make: () => Compiled): Compiled {
  let made: Compiled | undefined;
  return {
    check(value) {
      made ??= make();
      if (made.problem !== undefined)
        throw new Error(made.problem.kind === "unchecked" ? made.problem.reason : "invalid");
      return made.check(value);
    },
  };
}

/** Undefined: a dialect that is not known here. No object declares none, so it is of the default. */
function dialectOf(schema: Json): Dialect | undefined {
  const declared = isObject(schema) ? schema.$schema : undefined;
  if (typeof declared !== "string") return "2020-12";
  return DIALECTS[declared.replace(/^https?:\/\//, "").replace(/#$/, "")];
}

/** Keywords that mean something to ajv and nothing to the dialect. */
const FOREIGN: { readonly [D in Dialect]: readonly string[] } = {
  "2020-12": ["nullable", "id", "$async", "dependencies", "additionalItems", "$recursiveRef", "$recursiveAnchor"],
  "2019-09": ["nullable", "id", "$async", "dependencies", "$dynamicRef", "$dynamicAnchor", "prefixItems"],
  "draft-07": ["nullable", "id", "$async"],
  "draft-06": ["nullable", "id", "$async", "if", "then", "else"],
};

function prepare(schema: JsonObject, dialect: Dialect): JsonObject {
  const foreign = FOREIGN[dialect];
  const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !foreign.includes(keyword)));
  if (!("$ref" in own) || !dialect.startsWith("draft")) return { ...own, [STEP]: true };
  // Up to draft-07 nothing counts beside a $ref. ajv knows, but for these two.
  const { type: _type, $id: _id, ...rest } = own;
  return rest;
}

const STEP = "x-one-step";

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

type AnyAjv = ReturnType<ReturnType<typeof loadAjv>["create"]>;

const metaCheckers = new Map<Dialect, AnyAjv>();

function metaSchemaErrors(schema: Json, dialect: Dialect): readonly SchemaError[] {
  if (dialect === "2020-12") return metaSchema(schema) ? [] : (metaSchema.errors ?? []);
  const ajv = metaCheckers.get(dialect) ?? loadAjv().create(dialect, AJV_OPTIONS);
  metaCheckers.set(dialect, ajv);
  const check = ajv.getSchema(META_SCHEMAS[dialect]);
  if (check === undefined) throw new Error(`no meta-schema of ${dialect} in this build`);
  return check(schema) === true ? [] : ((check.errors ?? []) as readonly SchemaError[]);
}

/** An ajv of its own for each schema: `$id` and anchors of one tool must not meet those of another. */
function fresh(dialect: Dialect): AnyAjv {
  const ajv = loadAjv().create(dialect, {
    ...AJV_OPTIONS,
    ignoreKeywordsWithRef: dialect.startsWith("draft"),
    code: { regExp: Object.assign(bounded, { code: "" }) },
  });
  ajv.addKeyword({
    keyword: STEP,
    schema: false,
    errors: false,
    validate: () => {
      meter.left -= 1;
      if (meter.left < 0) throw new Error("more than a million steps");
      return true;
    },
  });
  return ajv;
}

/** The regular expression engine that ajv is given. */
function bounded(source: string): { test(text: string): boolean; toString(): string } {
  const pattern = boundedPattern(source);
  if (pattern === undefined) throw new Error(`no regular expression: ${source}`);
  return {
    test(text) {
      const matched = pattern.test(text);
      if (matched === undefined) meter.skipped = `the pattern ${JSON.stringify(source)} could take too long on a text`;
      return matched ?? true;
    },
    // ajv keeps patterns apart by this text.
    toString: () => source,
  };
}

function uncompiled(error: unknown, schema: Json): Compiled {
  const { missingRef, missingSchema } = error as { readonly missingRef?: string; readonly missingSchema?: string };
  if (missingRef === undefined || missingSchema === undefined) {
    return unchecked("unsupported", `the schema could not be prepared for checking: ${textOf(error)}`);
  }
  const own = isObject(schema) && typeof schema.$id === "string" ? schema.$id.replace(/#$/, "") : "";
  if (missingSchema !== "" && missingSchema !== own) {
    return unchecked("external-reference", `the schema refers to ${missingRef}, outside itself; it was not fetched`);
  }
  const message = `$ref ${JSON.stringify(missingRef)} leads nowhere in the schema`;
  return invalid("reference", [
    { pointer: "", message, expected: "a definition within the schema", actual: missingRef },
  ]);
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
