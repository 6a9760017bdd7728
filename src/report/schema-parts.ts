import type { Json, JsonObject } from "../model/mod.ts";

/** Parts of the published JSON Schemas (draft 2020-12). Strict: a member that is not named is an error. */

export const TEXT: JsonObject = { type: "string" };
export const TEXTS: JsonObject = { type: "array", items: TEXT };
export const COUNT: JsonObject = { type: "integer", minimum: 0 };

export function oneOf(...values: readonly string[]): JsonObject {
  return { type: "string", enum: values };
}

export function array(items: JsonObject): JsonObject {
  return { type: "array", items };
}

/** An object with all of these members, but for the optional ones, and with no other. */
export function object(properties: { readonly [name: string]: Json }, optional: readonly string[] = []): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}
