/** A JSON value as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What one JSON text may be at most. Code that walks through a value recurs, and so does writing it; a value takes many
 * times the room of its text. Both are far beyond what a message of the protocol needs.
 */
export const JSON_LIMITS = { levels: 512, values: 250_000 } as const;

/** What a text holds, read as JSON whether it is any: a limit that it passes, with the place, and how many values. */
export interface JsonSize {
  readonly values: number;
  readonly beyond?: { readonly limit: keyof typeof JSON_LIMITS; readonly at: number };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts without reading the values: nothing is made of a text that is too large. */
export function sizeOfJson(text: string): JsonSize {
  let values = 0;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values += 1;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values += 1;
      level += 1;
      if (level > JSON_LIMITS.levels) return { values, beyond: { limit: "levels", at } };
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) level -= 1;
    if (values > JSON_LIMITS.values) return { values, beyond: { limit: "values", at } };
  }
  return { values };
}

/** Index of the quote that ends the string which begins at `from`, or of the last character. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
