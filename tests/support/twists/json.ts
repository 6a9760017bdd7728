import { isObject, type Json } from "../../../src/model/json.ts";

/** The JSON of a text, undefined where it is none. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * The value with another one at a JSON pointer; undefined removes. Where the way does not exist the value is returned as
 * it is, and "-" stands for every element of an array.
 */
export function set(value: Json, pointer: string, to: Json | undefined): Json {
  const path = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replace(/~1/g, "/").replace(/~0/g, "~"));
  const placed = place(value, path, to);
  return placed === undefined ? null : placed;
}

function place(value: Json, path: readonly string[], to: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    const all = value as readonly Json[];
    return all.flatMap((one, index) => {
      if (key !== "-" && key !== String(index)) return [one];
      const placed = place(one, rest, to);
      return placed === undefined ? [] : [placed];
    });
  }
  if (!isObject(value) || (rest.length > 0 && !(key in value))) return value;
  const placed = rest.length === 0 ? to : place(value[key] as Json, rest, to);
  const { [key]: _before, ...others } = value;
  return placed === undefined ? others : { ...value, [key]: placed };
}
