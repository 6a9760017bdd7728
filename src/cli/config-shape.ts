import { isObject, type Json, type JsonObject, UserFault } from "../model/mod.ts";
import { didYouMean } from "../model/nearest.ts";
import { checkHeader } from "./values.ts";

/**
 * One kind of value that a config may hold: how it is read, and the JSON Schema that says the same to an editor. Both
 * stand side by side, so that they cannot part.
 */
export interface Shape<T> {
  /** @throws UserFault naming the place, what was expected and what stands there. */
  read(at: string, value: unknown): T;
  readonly schema: JsonObject;
}

export type Shapes = { readonly [key: string]: Shape<unknown> };
type Read<S extends Shapes> = { readonly [K in keyof S]?: ReturnType<S[K]["read"]> };

/** The same value with a text for whoever writes it. */
export function described<T>(description: string, shape: Shape<T>): Shape<T> {
  return { ...shape, schema: { description, ...shape.schema } };
}

export function whole(from: number, to: number, what: string): Shape<number> {
  return {
    schema: { type: "integer", minimum: from, maximum: to },
    read(at, value) {
      if (typeof value === "number" && Number.isInteger(value) && value >= from && value <= to) return value;
      throw wrong(at, `${what} (a whole number from ${from} to ${to})`, value);
    },
  };
}

export function oneOf<const T extends string>(choices: readonly T[]): Shape<T> {
  return {
    schema: { type: "string", enum: choices },
    read(at, value) {
      const found = choices.find((one) => one === value);
      if (found !== undefined) return found;
      const hint = typeof value === "string" ? didYouMean(value, choices) : "";
      const all = choices.map((one) => `"${one}"`).join(", ");
      throw new UserFault(`${wrong(at, choices.length === 1 ? all : `one of ${all}`, value).message}${hint}`);
    },
  };
}

export const text: Shape<string> = {
  schema: { type: "string", minLength: 1 },
  read(at, value) {
    if (typeof value === "string" && value !== "") return value;
    throw wrong(at, "a text that is not empty", value);
  },
};

export const bool: Shape<boolean> = {
  schema: { type: "boolean" },
  read(at, value) {
    if (typeof value === "boolean") return value;
    throw wrong(at, "true or false", value);
  },
};

export const texts: Shape<readonly string[]> = {
  schema: { type: "array", items: { type: "string" } },
  read(at, value) {
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
    throw wrong(at, "an array of texts", value);
  },
};

/** Names of environment variables. */
export const names: Shape<readonly string[]> = {
  schema: { type: "array", items: { type: "string", pattern: "^[^=\\s]+$" } },
  read(at, value) {
    for (const one of texts.read(at, value)) {
      if (/^[^=\s]+$/.test(one)) continue;
      // A value may be a secret, and is not repeated.
      const equals = one.indexOf("=");
      const hint = equals > 0 ? ` Write "${one.slice(0, equals)}" here, or its value under "env".` : "";
      throw new UserFault(`${at}: expected names of environment variables, without their values.${hint}`);
    }
    return value as readonly string[];
  },
};

export const record: Shape<Readonly<Record<string, string>>> = {
  schema: { type: "object", additionalProperties: { type: "string" } },
  read(at, value) {
    if (!isObject(value)) throw wrong(at, "an object of texts", value);
    for (const [key, one] of Object.entries(value)) {
      if (typeof one !== "string") throw wrong(`${at}.${key}`, "a text (put numbers in quotes)", one);
    }
    return value as Readonly<Record<string, string>>;
  },
};

const HEADER_NAME = { pattern: "^[!#$%&'*+\\-.^_`|~0-9A-Za-z]+$" };

export const headers: Shape<Readonly<Record<string, string>>> = {
  schema: { ...record.schema, propertyNames: HEADER_NAME },
  read(at, value) {
    const found = record.read(at, value);
    for (const [name, one] of Object.entries(found)) checkHeader(at, name, one);
    return found;
  },
};

/** Headers with the names of the variables that hold their values. */
export const headerNames: Shape<Readonly<Record<string, string>>> = {
  schema: {
    type: "object",
    propertyNames: HEADER_NAME,
    additionalProperties: { type: "string", pattern: "^[^=\\s]+$" },
  },
  read(at, value) {
    const found = record.read(at, value);
    for (const [name, variable] of Object.entries(found)) {
      checkHeader(at, name, "");
      if (/^[^=\s]+$/.test(variable)) continue;
      throw new UserFault(
        `${at}.${name}: expected the name of an environment variable, not the value. A value stands under "headers".`,
      );
    }
    return found;
  },
};

/** The members of an object, each by its shape. @throws UserFault on a key that is not known, naming the nearest. */
export function members<S extends Shapes>(at: string, join: ": " | ".", value: unknown, shapes: S): Read<S> {
  if (!isObject(value)) throw wrong(at, "an object", value);
  const known = Object.keys(shapes);
  const found: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
    if (shape === undefined) {
      throw new UserFault(`${at}: unknown key "${key}".${didYouMean(key, known)} Known keys: ${known.join(", ")}.`);
    }
    found[key] = shape.read(`${at}${join}${key}`, one);
  }
  return found as Read<S>;
}

/** The schema of an object with these members and no others. */
export function membersSchema(shapes: Shapes, required: readonly string[] = []): { readonly [key: string]: Json } {
  const properties = Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [key, shape.schema]));
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

export function wrong(at: string, expected: string, value: unknown): UserFault {
  const shown = value === undefined ? "nothing" : (JSON.stringify(value) ?? typeof value).slice(0, 80);
  return new UserFault(`${at}: expected ${expected}, found ${shown}.`);
}
