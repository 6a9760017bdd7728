import type { Json, JsonObject } from "../../model/mod.ts";

/**
 * Small builders for JSON Schema 2020-12. They keep the modules of the revisions short and their errors readable:
 * where values differ by a member (`type`, `method`), `union` makes a switch on it and not an anyOf, so that a fault
 * names what is wrong with the branch that was meant.
 *
 * Four keywords are the project's own; scripts/build-schemas.ts gives them code:
 * - `since: { date: schema }` asserts the schema where the negotiated revision is the date or a later one,
 * - `until: { date: schema }` asserts it where the negotiated revision is earlier than the date,
 * - `valueSince: { value: date }` refuses a string that the negotiated revision does not know yet,
 * - `discriminator` is ajv's: the branch of the oneOf that the member names.
 *
 * `format` is never used. It is an annotation in 2020-12, the published schema does not assert it either, and the rules
 * about URIs, templates and Base64 judge these texts with the specification's own words.
 */
export type Schema = JsonObject | true;

/** The definitions of a revision by the name that the specification gives them. */
export type Definitions = { readonly [name: string]: Schema };

/** A member that a later published revision brought. */
export type Later = readonly [date: string, schema: Schema];

/** Members by name; a `?` at the end of the name makes it optional. */
export type Members = { readonly [name: string]: Schema | Later };

export const any: Schema = true;
export const string: JsonObject = { type: "string" };
export const number: JsonObject = { type: "number" };
export const integer: JsonObject = { type: "integer" };
export const boolean: JsonObject = { type: "boolean" };
/** Any JSON object. */
export const plain: JsonObject = { type: "object" };

export function ref(name: string): JsonObject {
  return { $ref: name };
}

export function constant(value: string | number): JsonObject {
  return { const: value };
}

export function oneOf(...values: readonly string[]): JsonObject {
  return { type: "string", enum: values };
}

export function array(items: Schema, more: JsonObject = {}): JsonObject {
  return { type: "array", items, ...more };
}

/** An object whose members all fit the schema. */
export function map(values: Schema): JsonObject {
  return { type: "object", additionalProperties: values };
}

/** An object with these members and any others. */
export function object(members: Members, more: JsonObject = {}): JsonObject {
  const required: string[] = [];
  const properties: { [name: string]: Json } = {};
  const since: { [date: string]: { properties: { [name: string]: Json } } } = {};
  for (const [key, member] of Object.entries(members)) {
    const optional = key.endsWith("?");
    const name = optional ? key.slice(0, -1) : key;
    if (!optional) required.push(name);
    if (isLater(member)) {
      const [date, schema] = member;
      since[date] ??= { properties: {} };
      since[date].properties[name] = schema;
    } else {
      properties[name] = member;
    }
  }
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(Object.keys(since).length > 0 ? { since } : {}),
    ...more,
  };
}

function isLater(member: Schema | Later): member is Later {
  return Array.isArray(member);
}

/**
 * One of several definitions, chosen by the text of a member that each of them requires. Given as value -> name of the
 * definition, or [date, name] where a later revision brought the value.
 */
export function union(
  member: string,
  branches: { readonly [value: string]: string | readonly [string, string] },
): JsonObject {
  const since: { [value: string]: string } = {};
  const names = new Set<string>();
  for (const [value, branch] of Object.entries(branches)) {
    if (typeof branch !== "string") since[value] = branch[0];
    names.add(typeof branch === "string" ? branch : branch[1]);
  }
  const tag: JsonObject = {
    enum: Object.keys(branches),
    ...(Object.keys(since).length > 0 ? { valueSince: since } : {}),
  };
  return { ...object({ [member]: tag }), discriminator: { propertyName: member }, oneOf: [...names].map(ref) };
}

/** `otherwise` where the test does not hold. Faults of the test itself are never reported. */
export function when(test: Schema, then: Schema, otherwise: Schema): JsonObject {
  return { if: test, then, else: otherwise };
}

/** What differs between the revisions in shapes that they share. */
export interface Era {
  /** A member that a revision before this one brought: conditional only where older revisions can be negotiated. */
  later(date: string, schema: Schema): Schema | Later;
  /** The same for a branch of a union. */
  laterBranch(date: string, name: string): string | readonly [string, string];
  /** An assertion that came with the revision of that date. */
  since(date: string, schema: JsonObject): JsonObject;
  /** An assertion that fell away with the revision of that date: nothing where no older one can be negotiated. */
  until(date: string, schema: JsonObject): JsonObject;
  /** structuredContent: an object in 2025-11-25, any JSON value in 2026-07-28. */
  readonly structured: Schema;
  /** What a client's answers to roots/list and elicitation/create have beside their own members. */
  readonly answerMeta: Members;
}

/** 2025-11-25 also judges what was negotiated down to 2024-11-05. */
export const negotiable: Era = {
  later: (date, schema) => [date, schema],
  laterBranch: (date, name) => [date, name],
  since: (date, schema) => ({ since: { [date]: schema } }),
  until: (date, schema) => ({ until: { [date]: schema } }),
  structured: plain,
  answerMeta: { "_meta?": plain },
};

/** 2026-07-28 is never negotiated down. */
export const settled: Era = {
  later: (_date, schema) => schema,
  laterBranch: (_date, name) => name,
  since: (_date, schema) => schema,
  until: () => ({}),
  structured: any,
  answerMeta: {},
};
