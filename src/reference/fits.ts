import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { didYouMean } from "../model/nearest.ts";

/**
 * What is wrong with a value under the part of JSON Schema that the offered tools and forms use: type, properties,
 * required, additionalProperties false, enum, const, minimum, maximum, minLength, maxLength, items, minItems.
 * Undefined: nothing. Other keywords are not looked at.
 */
export function misfit(schema: Json | undefined, value: Json, name = "arguments"): string | undefined {
  if (!isObject(schema)) return undefined;
  const type = schema["type"];
  if (typeof type === "string" && !isOfType(value, type)) return `${name} must be of type ${type}`;
  if ("const" in schema && JSON.stringify(schema["const"]) !== JSON.stringify(value))
    return `${name} must be the constant`;
  const choices = schema["enum"];
  if (Array.isArray(choices) && !choices.some((one) => JSON.stringify(one) === JSON.stringify(value))) {
    return `${name} must be one of ${choices.map((one) => JSON.stringify(one)).join(", ")}`;
  }
  if (typeof value === "number") return numberMisfit(schema, value, name);
  if (typeof value === "string") return stringMisfit(schema, value, name);
  if (Array.isArray(value)) return arrayMisfit(schema, value, name);
  if (isObject(value)) return objectMisfit(schema, value, name);
  return undefined;
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

function numberMisfit(schema: JsonObject, value: number, name: string): string | undefined {
  const { minimum, maximum } = schema;
  if (typeof minimum === "number" && value < minimum) return `${name} must be at least ${minimum}`;
  if (typeof maximum === "number" && value > maximum) return `${name} must be at most ${maximum}`;
  return undefined;
}

function stringMisfit(schema: JsonObject, value: string, name: string): string | undefined {
  const { minLength, maxLength } = schema;
  const length = [...value].length;
  if (typeof minLength === "number" && length < minLength) return `${name} must have at least ${minLength} characters`;
  if (typeof maxLength === "number" && length > maxLength) return `${name} must have at most ${maxLength} characters`;
  return undefined;
}

function arrayMisfit(schema: JsonObject, value: readonly Json[], name: string): string | undefined {
  const { minItems, items } = schema;
  if (typeof minItems === "number" && value.length < minItems) return `${name} must have at least ${minItems} items`;
  for (const [index, one] of value.entries()) {
    const wrong = misfit(items, one, `${name}[${index}]`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function objectMisfit(schema: JsonObject, value: JsonObject, name: string): string | undefined {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const missing = required.find((key) => typeof key === "string" && !Object.hasOwn(value, key));
  if (missing !== undefined) return `${name} lacks the required ${String(missing)}`;
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  for (const [key, one] of Object.entries(value)) {
    if (Object.hasOwn(properties, key)) {
      const wrong = misfit(properties[key], one, `${name}.${key}`);
      if (wrong !== undefined) return wrong;
    } else if (schema["additionalProperties"] === false) {
      // The name itself is the caller's, and is not repeated.
      const known = Object.keys(properties);
      const takes = known.length === 0 ? "no members" : `only ${known.join(", ")}`;
      return `${name} takes ${takes}, and has another member.${didYouMean(key, known)}`;
    }
  }
  return undefined;
}
