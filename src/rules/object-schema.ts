import { shown } from "../facts/evidence.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { type Finding, finding } from "../model/rule.ts";
import { inside, memberFaults, type Spot } from "./members.ts";

/**
 * What is wrong with the root of a schema that has to describe an object. `closely`: properties and required too, as
 * the schema of 2025-11-25 has them.
 */
export function objectSchemaFindings(
  what: string,
  schema: JsonObject,
  at: Spot,
  name: string,
  closely: boolean,
): readonly Finding[] {
  const { type, required } = schema;
  const faults: Finding[] = [];
  if (type !== "object") {
    const is = type === undefined ? "no type" : `the type ${shown(type)}`;
    const more = { expected: 'type "object"', actual: shown(type) };
    faults.push(
      finding(`${what} has an ${name} with ${is} at its root`, type === undefined ? at : inside(at, "type"), more),
    );
  }
  if (!closely) return faults;
  const part = `${what}, in its ${name},`;
  faults.push(...memberFaults(part, schema, at, "properties", "an object", "optional"));
  faults.push(...memberFaults(part, schema, at, "required", "an array", "optional"));
  const odd = Array.isArray(required) ? (required as readonly Json[]).findIndex((one) => typeof one !== "string") : -1;
  if (Array.isArray(required) && odd >= 0) {
    const more = { expected: "an array of strings", actual: shown(required[odd] as Json) };
    faults.push(finding(`${part} requires something that is no string`, inside(at, "required", odd), more));
  }
  return faults;
}
