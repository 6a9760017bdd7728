import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/mod.ts";
import { checkInstance } from "../../src/protocol/schemas/server-schema.ts";
import { AJV_OPTIONS } from "../../src/protocol/schemas/server-schema-ajv.ts";

/**
 * Schemas of servers are read, not compiled. What the reader says is held against ajv, which compiles: made-up schemas
 * of every keyword, and values that come near to them.
 */
const DIALECTS = {
  "https://json-schema.org/draft/2020-12/schema": new Ajv2020(AJV_OPTIONS),
  "https://json-schema.org/draft/2019-09/schema": new Ajv2019(AJV_OPTIONS),
  "http://json-schema.org/draft-07/schema#": new Ajv(AJV_OPTIONS),
} as const;
type Dialect = keyof typeof DIALECTS;

const NAMES = ["a", "b", "a/b", "~", "constructor", ""];
const name = fc.constantFrom(...NAMES);
const small = fc.integer({ min: 0, max: 3 });
const scalar = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, 2, 1.5, -1, "", "a", "ab", "😀", "b1"),
  fc.integer({ min: -3, max: 6 }),
);
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<Json>,
  ),
})).value;

const type = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null");

/** Any keywords together, whether they mean something for the same values or not. */
function schemas(dialect: Dialect): fc.Arbitrary<Json> {
  const modern = !dialect.includes("draft-07");
  const newest = dialect.includes("2020");
  const tree = fc.letrec<{ schema: Json }>((tie) => {
    const schema = tie("schema");
    const list = fc.array(schema, { minLength: 1, maxLength: 3 });
    const named = fc.dictionary(name, schema, { maxKeys: 3 });
    const names = fc.uniqueArray(name, { maxLength: 2 });
    const one: { readonly [keyword: string]: fc.Arbitrary<unknown> } = {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      const: value,
      enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) }),
      minimum: small,
      maximum: small,
      exclusiveMinimum: small,
      exclusiveMaximum: small,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: small,
      maxLength: small,
      pattern: fc.constantFrom("^a", "b$", "\\d", "^.$"),
      minItems: small,
      maxItems: small,
      uniqueItems: fc.boolean(),
      contains: schema,
      items: newest ? schema : fc.oneof(schema, list),
      minProperties: small,
      maxProperties: small,
      required: names,
      properties: named,
      patternProperties: fc.dictionary(fc.constantFrom("^a", "b", "."), schema, { maxKeys: 2 }),
      additionalProperties: schema,
      propertyNames: schema,
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: schema,
      if: schema,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: schema,
      else: schema,
      $ref: fc.constantFrom("#/$defs/x", "#/$defs/y", "#/$defs/z"),
      ...(newest ? { prefixItems: list } : { additionalItems: schema }),
      ...(modern
        ? {
            minContains: small,
            maxContains: small,
            dependentRequired: fc.dictionary(name, names, { maxKeys: 2 }),
            dependentSchemas: named,
            unevaluatedProperties: schema,
          }
        : { dependencies: fc.dictionary(name, fc.oneof(schema, names), { maxKeys: 2 }) }),
    };
    const keyword = fc
      .constantFrom(...Object.keys(one))
      .chain((key) => (one[key] ?? schema).map((made) => [key, made]));
    const object = fc.array(keyword, { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs) as Json);
    return { schema: fc.oneof({ maxDepth: 3 }, fc.boolean() as fc.Arbitrary<Json>, object, object, object) };
  }).schema;
  // What is referred to refers to nothing further: no circles, which neither could follow.
  const leaf = tree.map((one) => withoutReferences(one));
  return fc.tuple(tree, leaf, leaf, leaf).map(([root, x, y, z]) => ({
    ...(typeof root === "object" ? root : { allOf: [root] }),
    $schema: dialect,
    $defs: { x, y, z },
  })) as fc.Arbitrary<Json>;
}

function withoutReferences(one: Json): Json {
  if (Array.isArray(one)) return one.map((inner: Json) => withoutReferences(inner));
  if (typeof one !== "object" || one === null) return one;
  const kept = Object.entries(one).filter(([key]) => key !== "$ref");
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutReferences(inner as Json)]));
}

/** ajv is known to lose what an `if` has looked at; there the official test suite of JSON Schema is on our side. */
function beyondAjv(schema: Json): boolean {
  const text = JSON.stringify(schema);
  return text.includes('"unevaluatedProperties"') && /"(?:if|\$ref|not|contains|dependentSchemas)"/.test(text);
}

/** Undefined where ajv's own code breaks off, as it does where a branch has looked at members and none was chosen. */
function answer(compiled: (one: Json) => unknown, one: Json): "fits" | "faulty" | undefined {
  try {
    return compiled(one) === true ? "fits" : "faulty";
  } catch {
    return undefined;
  }
}

describe("a schema that is read says what the compiled one says", () => {
  it.each(Object.keys(DIALECTS) as Dialect[])("%s", { timeout: 60_000 }, (dialect) => {
    const seen = { fits: 0, faulty: 0 };
    const property = fc.property(
      schemas(dialect),
      fc.array(value, { minLength: 4, maxLength: 4 }),
      (schema, values) => {
        if (beyondAjv(schema)) return;
        const ajv = DIALECTS[dialect];
        const options = { ...AJV_OPTIONS, ignoreKeywordsWithRef: dialect.includes("draft-07") };
        const compiled = new (ajv.constructor as new (options: object) => typeof ajv)(options).compile(
          schema as JsonObject,
        );
        for (const one of values) {
          const wanted = answer(compiled, one);
          if (wanted === undefined) continue;
          const read = checkInstance(schema, one);
          expect(read.outcome, JSON.stringify({ schema, value: one })).toBe(wanted);
          seen[read.outcome as "fits" | "faulty"] += 1;
          if (read.outcome === "faulty") expect(read.faults.length).toBeGreaterThan(0);
        }
      },
    );
    fc.assert(property, { numRuns: 150, seed: 20260728 });
    expect(Math.min(seen.fits, seen.faulty)).toBeGreaterThan(50);
  });
});

describe("values that are broken all over", () => {
  it("are told of, however many errors there are", () => {
    const items = Array.from({ length: 45_000 }, (_, index) => index);
    const schema = {
      anyOf: [{ items: { type: "string" } }, { items: { type: "null" } }, { items: { minimum: -1, const: "x" } }],
    };
    expect(checkInstance(schema, items)).toMatchObject({ outcome: "faulty" });
  });
});

describe("a schema of a server never becomes code", () => {
  it("whatever its words are", () => {
    const evil = '"]; globalThis.evaluated = true; //';
    const schema = {
      properties: { [evil]: { enum: [evil], pattern: evil.replaceAll(/[\][]/g, "") } },
      required: [evil],
      $defs: { [evil]: { $anchor: "x" } },
    };
    expect(checkInstance(schema, { [evil]: evil }).outcome).not.toBe("unchecked");
    expect((globalThis as { evaluated?: boolean }).evaluated).toBeUndefined();
  });

  it("two parts with one address have no meaning that a verdict could hang on", () => {
    const twice = { $defs: { a: { $id: "x", type: "string" }, b: { $id: "x" } }, $ref: "x" };
    expect(checkInstance(twice, 1)).toMatchObject({ outcome: "unchecked" });
  });
});
