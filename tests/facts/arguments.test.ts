import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeholders } from "../../src/facts/arguments.ts";
import { sampleOf } from "../../src/facts/pattern-sample.ts";
import { numberFor, textFor } from "../../src/facts/scalars.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { checkInstance } from "../../src/protocol/schemas/server-schema.ts";

function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), ...more };
}

describe("placeholders", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["no parameters", { type: "object" }, {}],
    ["optional members are left out", { type: "object", properties: { a: { type: "string" } } }, {}],
    ["a text", object({ a: { type: "string" } }), { a: "probe" }],
    ["a default", object({ a: { type: "string", default: "x" } }), { a: "x" }],
    ["a default that breaks its own schema", object({ a: { type: "string", default: null } }), { a: "probe" }],
    ["an empty default under minLength", object({ a: { type: "string", default: "", minLength: 2 } }), { a: "probe" }],
    ["an example", object({ a: { type: "string", examples: ["berlin"] } }), { a: "berlin" }],
    ["a constant", object({ a: { const: 7 } }), { a: 7 }],
    ["the first of an enum", object({ a: { enum: ["p", "q"] } }), { a: "p" }],
    ["bounds", object({ a: { type: "integer", exclusiveMinimum: 3, multipleOf: 7 } }), { a: 7 }],
    ["a negative range", object({ a: { type: "number", maximum: -2 } }), { a: -2 }],
    ["between two bounds", object({ a: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 } }), { a: 0.5 }],
    ["formats", object({ a: { type: "string", format: "date" } }), { a: "2026-01-01" }],
    ["a boolean", object({ a: { type: "boolean" } }), { a: false }],
    ["an empty array", object({ a: { type: "array", items: { type: "string" } } }), { a: [] }],
    ["as many items as have to be", object({ a: { type: "array", minItems: 2 } }), { a: ["probe", "probe"] }],
    [
      "different items",
      object({ a: { type: "array", minItems: 2, uniqueItems: true, items: { enum: [1, 2] } } }),
      { a: [1, 2] },
    ],
    ["something or nothing", object({ a: { anyOf: [{ type: "null" }, { type: "string" }] } }), { a: "probe" }],
    ["several types", object({ a: { type: ["null", "integer"] } }), { a: 1 }],
    [
      "a reference",
      object(
        { a: { $ref: "#/$defs/Place" } },
        { $defs: { Place: object({ zip: { type: "string", pattern: "^\\d{5}$" } }) } },
      ),
      { a: { zip: "11111" } },
    ],
    ["allOf", { type: "object", allOf: [object({ a: { type: "string", minLength: 7 } })] }, { a: "probexx" }],
    [
      "one of several shapes",
      { type: "object", oneOf: [object({ kind: { const: "a" } }), object({ kind: { const: "b" } })] },
      { kind: "a" },
    ],
    [
      "members that follow from others",
      { ...object({ a: { type: "string" }, b: {} }), required: ["a"], dependentRequired: { a: ["b"] } },
      { a: "probe", b: "probe" },
    ],
    [
      "a condition",
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { ...object({ a: { type: "string" } }), if: { required: ["a"] }, then: object({ b: { type: "boolean" } }) },
      { a: "probe", b: false },
    ],
  ])("%s", (_name, schema, expected) => {
    expect(placeholders(schema)).toEqual(expected);
    expect(checkInstance(schema, expected).outcome).toBe("fits");
  });

  it.each<[string, Json | undefined]>([
    ["no schema", undefined],
    ["true", true],
    ["a parameter that nothing fits", object({ a: { not: {} } })],
    [
      "a required member that may not be there",
      { type: "object", required: ["a"], properties: {}, additionalProperties: false },
    ],
    ["a reference out of the document", object({ a: { $ref: "https://example.com/a.json" } })],
    ["a reference that leads nowhere", object({ a: { $ref: "#/$defs/none" } })],
    ["a reference to itself", object({ a: { $ref: "#/$defs/a" } }, { $defs: { a: { $ref: "#/$defs/a" } } })],
    ["a structure without end", object({ a: { $ref: "#" } })],
    ["a text that is longer than itself", object({ a: { type: "string", minLength: 5, maxLength: 4 } })],
  ])("gives up on %s", (_name, schema) => {
    expect(placeholders(schema)).toBeUndefined();
  });

  it("sets what it is told, whatever the schema says, and checks the rest", () => {
    const schema = object({ a: { type: "string", maxLength: 3 }, b: { type: "integer" } });
    expect(placeholders(schema, { a: "a long payload" })).toEqual({ a: "a long payload", b: 1 });
    expect(placeholders({ type: "object", properties: { q: { type: "string" } } }, { q: "x" })).toEqual({ q: "x" });
  });

  it("fills a list of its own kind with an end", () => {
    const node = object({ value: { type: "string" }, next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } });
    const schema = object({ head: { $ref: "#/$defs/node" } }, { $defs: { node } });
    const made = placeholders(schema);
    expect(made === undefined ? undefined : checkInstance(schema, made).outcome).toBe("fits");
  });

  it("makes a member that is called __proto__ as any other", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    );
    expect(JSON.stringify(placeholders(schema))).toBe('{"__proto__":"probe"}');
  });

  it("fits whenever it gives a value", () => {
    const leaf = fc.oneof(
      fc.record({ type: fc.constant("string"), minLength: fc.nat(9), maxLength: fc.integer({ min: 0, max: 12 }) }),
      fc.record({
        type: fc.constantFrom("integer", "number"),
        minimum: fc.integer({ min: -9, max: 9 }),
        exclusiveMaximum: fc.integer({ min: -9, max: 9 }),
      }),
      fc.record({ type: fc.constant("number"), multipleOf: fc.constantFrom(0.25, 2, 3) }),
      fc.record({ enum: fc.uniqueArray(fc.constantFrom("a", "b", 1, null), { minLength: 1 }) }),
      fc.record({ type: fc.constant("array"), minItems: fc.nat(3), items: fc.constant({ type: "boolean" }) }),
      fc.record({ type: fc.constant("string"), default: fc.constantFrom("", "abc", 7, null) }),
      fc.constant({ anyOf: [{ type: "null" }, { type: "string", format: "uuid" }] }),
    );
    const schemas = fc
      .dictionary(fc.constantFrom("a", "b", "c"), leaf)
      .map((properties) => object(properties as JsonObject));
    fc.assert(
      fc.property(
        fc.oneof(
          schemas,
          fc.tuple(schemas, schemas).map((both) => ({ type: "object", allOf: both })),
        ),
        (schema) => {
          const made = placeholders(schema as JsonObject);
          if (made !== undefined) expect(checkInstance(schema as JsonObject, made).outcome).toBe("fits");
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("scalars", () => {
  it("passes a default that keeps the limits, and no other", () => {
    expect(textFor({ default: "abc", maxLength: 3 })).toBe("abc");
    expect(textFor({ default: "abcd", maxLength: 3 })).toBe("pro");
    expect(numberFor({ default: 5, maximum: 5 })).toBe(5);
    expect(numberFor({ default: 6, maximum: 5 })).toBe(1);
  });

  it("knows the exclusive keywords of draft-04", () => {
    expect(numberFor({ type: "integer", minimum: 1, exclusiveMinimum: true })).toBe(2);
  });

  it("finds no number where there is none", () => {
    expect(numberFor({ type: "integer", minimum: 2, maximum: 1 })).toBeUndefined();
    expect(numberFor({ type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 1 })).toBeUndefined();
  });
});

describe("a sample of a pattern", () => {
  it.each([
    "^\\d{4}-[A-Z]{2,}(foo|bar)$",
    "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    "^https?://",
    "^(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])$",
    "^[^/\\s]+$",
    "^\\+?[1-9]\\d{1,14}$",
    "^#([0-9a-fA-F]{3}){1,2}$",
    "^\\p{Lu}\\p{L}*$",
    "\\.md$",
  ])("%s", (pattern) => {
    const samples = [0, 1, 2].map((repeats) => sampleOf(pattern, repeats) ?? "");
    expect(samples.some((one) => new RegExp(pattern, "u").test(one))).toBe(true);
  });

  it("is not made of what cannot be read", () => {
    for (const pattern of ["(", "[a", "(a)\\1", "*a"]) expect(sampleOf(pattern, 1)).toBeUndefined();
  });
});
