import { shown, typeName } from "../facts/evidence.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { isObject } from "../model/json.ts";
import { type Finding, finding, type Note, note } from "../model/rule.ts";

/** Where a value stands: the exchange, and the pointer to it. */
export interface Spot {
  readonly exchange: string;
  readonly pointer: string;
}

export type Wanted = "a string" | "an array" | "an object" | "a boolean" | "a number";

export function isA(value: Json | undefined, wanted: Wanted): boolean {
  switch (wanted) {
    case "an array":
      return Array.isArray(value);
    case "an object":
      return isObject(value);
    default:
      return typeof value === wanted.slice(2);
  }
}

/** The place of a member: RFC 6901. */
export function inside(at: Spot, ...path: readonly (string | number)[]): Spot {
  const more = path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`);
  return { exchange: at.exchange, pointer: at.pointer + more.join("") };
}

/**
 * What is wrong with one member of an object. `what` begins the sentence: "The tool \"echo\"". A missing member is
 * faulty unless `optional`; null is a value, and of no wanted type.
 */
export function memberFaults(
  what: string,
  owner: JsonObject,
  at: Spot,
  name: string,
  wanted: Wanted,
  optional: "optional" | "required" = "required",
): readonly Finding[] {
  const value = owner[name];
  if (value === undefined) {
    return optional === "optional" ? [] : [finding(`${what} has no ${name}`, at, { expected: `${name}, ${wanted}` })];
  }
  if (isA(value, wanted)) return [];
  const more = { expected: wanted, actual: shown(value) };
  return [finding(`${what} has ${name} as ${typeName(value)}, not as ${wanted}`, inside(at, name), more)];
}

/** Findings and notes of one rule that are shown: a list of ten thousand broken tools has one fault to mend. */
const MOST = 20;

/** The first findings, the first notes, and how many were left out. */
export function limited(all: readonly (Finding | Note)[]): readonly (Finding | Note)[] {
  const findings = all.filter((one) => one.kind === "finding");
  const notes = all.filter((one) => one.kind === "note");
  const left = Math.max(0, findings.length - MOST);
  const more = left === 0 ? [] : [note(`${left} more of the same kind are not shown`)];
  return [...findings.slice(0, MOST), ...notes.slice(0, MOST), ...more];
}

/** An entry of a list in the words of a message: by its name, else by its place. */
export function entryName(kind: string, item: Json, pointer: string): string {
  const name = isObject(item) ? item["name"] : undefined;
  if (typeof name === "string" && name !== "") return `The ${kind} ${JSON.stringify(shorter(name))}`;
  return `The ${kind} at position ${Number(/\d+$/.exec(pointer)?.[0] ?? 0) + 1}`;
}

function shorter(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
