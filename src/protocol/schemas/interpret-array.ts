import type { Json, JsonObject } from "../../model/mod.ts";
import type { SchemaError } from "./explain.ts";
import { equal } from "./interpret-scalar.ts";
import { type Apply, addAll, error, type Rules } from "./interpret-words.ts";

export function arrayKeywords(
  schema: JsonObject,
  value: readonly Json[],
  at: string,
  apply: Apply,
  rules: Rules,
): readonly SchemaError[] {
  const errors: SchemaError[] = [];
  const { maxItems, minItems, uniqueItems } = schema;
  if (typeof maxItems === "number" && value.length > maxItems) errors.push(error(at, "maxItems", { limit: maxItems }));
  if (typeof minItems === "number" && value.length < minItems) errors.push(error(at, "minItems", { limit: minItems }));
  if (uniqueItems === true && hasTwins(value, rules)) errors.push(error(at, "uniqueItems"));
  const { first, rest, keyword } = itemSchemas(schema, rules);
  value.forEach((item, index) => {
    const own = index < first.length ? first[index] : rest;
    if (own === undefined) return;
    if (own === false && index >= first.length && first.length > 0) {
      // Said once, of the array: it is too long.
      if (index === first.length) errors.push(error(at, keyword, { limit: first.length }));
      return;
    }
    addAll(errors, apply(own, item, `${at}/${index}`).errors);
  });
  addAll(errors, containsErrors(schema, value, at, apply));
  return errors;
}

function itemSchemas(schema: JsonObject, { tuples }: Rules) {
  const { items, prefixItems, additionalItems } = schema;
  const list = tuples === "prefixItems" ? prefixItems : items;
  if (!Array.isArray(list)) return { first: [] as readonly Json[], rest: items, keyword: "items" };
  const old = tuples === "items";
  return {
    first: list as readonly Json[],
    rest: old ? additionalItems : items,
    keyword: old ? "additionalItems" : "items",
  };
}

function containsErrors(schema: JsonObject, value: readonly Json[], at: string, apply: Apply): readonly SchemaError[] {
  const { contains, minContains, maxContains } = schema;
  if (contains === undefined) return [];
  const least = typeof minContains === "number" ? minContains : 1;
  const most = typeof maxContains === "number" ? maxContains : Number.POSITIVE_INFINITY;
  const found = value.filter((item, index) => apply(contains, item, `${at}/${index}`).errors.length === 0).length;
  return found < least || found > most ? [error(at, "contains", { minContains: least, maxContains: most })] : [];
}

function hasTwins(value: readonly Json[], rules: Rules): boolean {
  const scalars = new Set<Json>();
  const others: Json[] = [];
  for (const item of value) {
    if (typeof item !== "object" || item === null) {
      if (scalars.has(item)) return true;
      scalars.add(item);
    } else {
      for (const other of others) {
        // Each comparison counts: there are as many as the square of the items.
        rules.step();
        if (equal(other, item)) return true;
      }
      others.push(item);
    }
  }
  return false;
}
