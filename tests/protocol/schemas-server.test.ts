import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/mod.ts";
import { boundedPattern } from "../../src/protocol/schemas/pattern.ts";
import { checkInstance, compileProblem } from "../../src/protocol/schemas/server-schema.ts";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";

function about(schema: Json): string {
  const problem = compileProblem(schema);
  if (problem === undefined) return "sound";
  return problem.kind === "invalid" ? `${problem.about} ${problem.faults[0].pointer}` : problem.cause;
}

function outcome(schema: Json, value: Json): string {
  return checkInstance(schema, value).outcome;
}

/** A schema in which each definition refers twice to the next: 2^30 evaluations. */
function doubling(): JsonObject {
  const $defs: { [name: string]: JsonObject } = { d30: { type: "string" } };
  for (let i = 0; i < 30; i += 1) {
    const next = { $ref: `#/$defs/d${i + 1}` };
    $defs[`d${i}`] = { allOf: [next, next] };
  }
  return { $ref: "#/$defs/d0", $defs };
}

function nested(levels: number): JsonObject {
  return levels === 0 ? {} : { properties: { a: nested(levels - 1) } };
}

describe("compileProblem", () => {
  const sound: readonly Json[] = [
    { type: "object" },
    { type: "array" },
    {},
    true,
    { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" },
    { $schema: "https://json-schema.org/draft/2020-12/schema#", type: "object" },
    { $schema: DRAFT_07, type: "object", properties: { a: { $ref: "#/definitions/a" } }, definitions: { a: {} } },
    { $schema: "http://json-schema.org/draft-07/schema", items: [{ type: "string" }] },
    { $schema: "http://json-schema.org/draft-06/schema#", const: 1 },
    { $schema: "https://json-schema.org/draft/2019-09/schema", items: [{}] },
    { properties: { a: { type: "string", nullable: true, format: "no-such-format", "x-mcp-header": "A" } } },
    { properties: { a: { nullable: true }, nullable: { type: "string" }, id: {}, $async: {} } },
    { id: "an unknown keyword in 2020-12", $async: true, type: "object" },
    { unknown: { type: 5 }, default: { type: "no schema" }, examples: [{ $ref: "#/nowhere" }] },
    { enum: [{ $ref: "#/nowhere" }], const: { pattern: "(" } },
    { $defs: { a: { $anchor: "here", type: "string" } }, $ref: "#here" },
    { $id: "https://example.com/tool", $defs: { a: { type: "string" } }, $ref: "#/$defs/a" },
    { $id: "https://example.com/tool", $defs: { a: { $id: "part", type: "string" } }, $ref: "part" },
    { $ref: "#" },
    { pattern: "^[\\w\\-.]+\\-$" },
    { $ref: "https://json-schema.org/draft/2020-12/schema" },
  ];

  it.each(sound.map((schema) => [schema]))("takes %j", (schema) => {
    expect(compileProblem(schema)).toBeUndefined();
    // The same $id in a second tool is no clash.
    expect(compileProblem(structuredClone(schema) as Json)).toBeUndefined();
  });

  const unsound: readonly (readonly [string, Json])[] = [
    ["meta-schema /properties/n/type", { properties: { n: { type: "int" } } }],
    ["meta-schema /required", { type: "object", required: "name" }],
    ["meta-schema /items", { type: "array", items: [{}] }],
    ["meta-schema /properties", { properties: [] }],
    ["meta-schema /properties/a~1b", { properties: { "a/b": 5 } }],
    ["meta-schema ", 5],
    ["meta-schema /minimum", { $schema: DRAFT_07, minimum: "0" }],
    ["reference ", { properties: { a: { $ref: "#/$defs/gone" } } }],
    ["reference ", { $schema: DRAFT_07, properties: { a: { $ref: "#/definitions/gone" } } }],
    ["reference ", { $id: "https://example.com/t", properties: { a: { $ref: "#gone" } } }],
    ["pattern /properties/a/pattern", { properties: { a: { pattern: "(?P<year>\\d+)" } } }],
    ["pattern /patternProperties/[", { patternProperties: { "[": {} } }],
  ];

  it.each(unsound)("finds %s in %j", (place, schema) => {
    expect(about(schema)).toBe(place);
  });

  const open: readonly (readonly [string, Json])[] = [
    ["dialect", { $schema: "http://json-schema.org/draft-04/schema#", id: "x" }],
    ["dialect", { $schema: "https://example.com/my-dialect" }],
    ["external-reference", { properties: { a: { $ref: "https://example.com/other.json#/x" } } }],
    ["external-reference", { $ref: "other.json" }],
    ["limits", nested(200)],
    ["limits", { enum: Array.from({ length: 30_000 }, (_, index) => index) }],
  ];

  it.each(open)("has no verdict (%s) about %j", (cause, schema) => {
    expect(about(schema)).toBe(cause);
  });

  it("says what is wrong in words", () => {
    const problem = compileProblem({ properties: { n: { type: "int" } } });
    expect(problem?.kind === "invalid" && problem.faults[0].message).toBe(
      'properties.n.type must be one of "array", "boolean", "integer", "null", "number", "object", "string", ' +
        'not the string "int"',
    );
  });
});

describe("checkInstance", () => {
  const cases: readonly (readonly [string, Json, Json])[] = [
    ["fits", { type: "object" }, {}],
    ["faulty", { type: "object", required: ["a"] }, {}],
    ["faulty", { type: "object", required: ["toString"] }, {}],
    ["fits", { properties: { constructor: { type: "number" } } }, {}],
    ["fits", { properties: { a: { format: "email" } } }, { a: "no address" }],
    ["faulty", { type: "string", nullable: true }, null],
    ["fits", { type: ["string", "null"] }, null],
    ["fits", { multipleOf: 0.01 }, 19.99],
    ["faulty", { multipleOf: 0.01 }, 19.999],
    ["fits", { type: "integer" }, 1.0],
    ["fits", { dependencies: { a: ["b"] } }, { a: 1 }],
    ["faulty", { $schema: DRAFT_07, dependencies: { a: ["b"] } }, { a: 1 }],
    ["faulty", { prefixItems: [{ type: "string" }] }, [1]],
    ["fits", { $schema: DRAFT_07, prefixItems: [{ type: "string" }] }, [1]],
    ["fits", { $schema: DRAFT_07, $ref: "#/definitions/a", type: "number", definitions: { a: {} } }, "text"],
    ["faulty", { unevaluatedProperties: false, allOf: [{ properties: { a: {} } }] }, { b: 1 }],
    ["faulty", { enum: ["a"] }, "b"],
    [
      "faulty",
      { $defs: { node: { properties: { next: { $ref: "#/$defs/node" } }, type: "object" } }, $ref: "#/$defs/node" },
      { next: { next: 5 } },
    ],
  ];

  it.each(cases)("%s: %j with %j", (wanted, schema, value) => {
    expect(outcome(schema, value)).toBe(wanted);
  });

  const open: readonly (readonly [string, Json, Json])[] = [
    ["endless references", { $ref: "#" }, 1],
    ["references that multiply", doubling(), "text"],
    ["a pattern that backtracks without end", { pattern: "^(a+)+$" }, `${"a".repeat(60)}b`],
    ["the same under a not", { not: { pattern: "^(a+)+$" } }, `${"a".repeat(60)}b`],
    ["a value that is too deep", {}, JSON.parse(`${"[".repeat(300)}${"]".repeat(300)}`) as Json],
    ["a value that is too large", {}, Array.from({ length: 60_000 }, () => 1)],
    ["an invalid schema", { type: "int" }, 1],
    ["another dialect", { $schema: "http://json-schema.org/draft-04/schema#" }, 1],
    ["keywords beyond ajv", { unevaluatedItems: false }, [1]],
  ];

  it.each(open)("has no verdict about %s", (_title, schema, value) => {
    const result = checkInstance(schema, value);
    expect(result.outcome).toBe("unchecked");
    expect(result.outcome === "unchecked" && result.reason).not.toBe("");
  });

  it("starts each check afresh", () => {
    const schema: Json = { pattern: "^(a+)+$" };
    expect(outcome(schema, "a".repeat(60))).toBe("unchecked");
    expect(outcome(schema, "aaa")).toBe("fits");
    expect(outcome(schema, "aab")).toBe("faulty");
  });

  function faults(schema: Json, value: Json): readonly string[] {
    const result = checkInstance(schema, value, "structuredContent");
    return result.outcome === "faulty" ? result.faults.map((one) => `${one.pointer} ${one.message}`) : [];
  }

  it("explains unions by the branch that was meant", () => {
    const branch = (kind: string) => ({
      properties: { kind: { const: kind }, x: { type: "string" } },
      required: ["kind"],
    });
    expect(faults({ oneOf: [branch("a"), branch("b")] }, { kind: "a", x: 5 })).toEqual([
      "/x x must be a string, not the number 5",
    ]);
    expect(faults({ anyOf: [{ type: "string" }, { type: "null" }] }, 5)).toEqual([
      " structuredContent must be a string or null, not the number 5",
    ]);
  });

  it("explains surplus members, patterns and bounds", () => {
    expect(faults({ additionalProperties: false }, { a: 1 })).toEqual([
      ' structuredContent must not have the member "a"',
    ]);
    expect(faults({ propertyNames: { pattern: "^a" } }, { b: 1 })).toEqual([
      ' structuredContent must not have the member "b"',
    ]);
    expect(faults({ pattern: "^a" }, "b")).toEqual([
      ' structuredContent must be a text that matches ^a, not the string "b"',
    ]);
    expect(faults({ items: { minimum: 3 } }, [1])).toEqual(["/0 [0] must be at least 3, not the number 1"]);
  });
});

describe("boundedPattern", () => {
  it("reads patterns with the u flag, and without it where only that is valid", () => {
    expect(boundedPattern("^\\p{L}$")?.test("é")).toBe(true);
    expect(boundedPattern("^\\-$")?.test("-")).toBe(true);
    expect(boundedPattern("(")).toBeUndefined();
  });

  it("tries what cannot take long, and nothing else", () => {
    const long = "a".repeat(5000);
    expect(boundedPattern("^[a-z0-9]+$")?.test(long)).toBe(true);
    expect(boundedPattern("^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$")?.test("somebody@example.com")).toBe(true);
    expect(boundedPattern("^(\\d{4})-(\\d{2})$")?.test("2025-11")).toBe(true);
    expect(boundedPattern("^(a|aa)+$")?.test(long)).toBeUndefined();
    expect(boundedPattern("^(a+){1,50}$")?.test(long)).toBeUndefined();
    expect(boundedPattern("a*a*a*a*$")?.test(long)).toBeUndefined();
    expect(boundedPattern("[(a+)+]")?.test(long)).toBe(true);
  });
});
