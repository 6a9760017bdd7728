import type { Json } from "../../model/mod.ts";
import type { SchemaError } from "./explain.ts";
import type { References } from "./references.ts";

/** What the readers of keywords share. */
export interface Rules {
  readonly references: References;
  /** `prefixItems` and `items` as in 2020-12; before, `items` can be a list. */
  readonly tuples: "prefixItems" | "items";
  /** Up to draft-07 nothing counts beside a `$ref`. */
  readonly refAlone: boolean;
  /** Whether the text matches; counts as matched where it could not be tried. */
  matches(pattern: string, text: string): boolean;
  /** Called for each subschema that is applied; throws where these are too many. */
  step(): void;
  /** Errors of a document that is known beforehand: a meta-schema. */
  known(address: string): ((value: Json) => readonly SchemaError[]) | undefined;
}

/** What applying one schema to one value gave. */
export interface Result {
  readonly errors: readonly SchemaError[];
  /** Members that some keyword has looked at. */
  readonly seen: ReadonlySet<string>;
}

/** Applies a subschema to a value that stands at a pointer. */
export type Apply = (schema: Json, value: Json, at: string) => Result;

export const NO_MEMBERS: ReadonlySet<string> = new Set();

export function error(at: string, keyword: string, params: SchemaError["params"] = {}): SchemaError {
  return { instancePath: at, keyword, params };
}

/** One by one: a value of ten thousand broken parts gives more errors than a call may have arguments. */
export function addAll(errors: SchemaError[], more: readonly SchemaError[]): void {
  for (const one of more) errors.push(one);
}
