import { isObject, type Json, type JsonObject } from "../../model/json.ts";

/** Sets members of params._meta; null removes one. A `_meta` that is left empty stays as an empty object. */
export function withMeta(params: JsonObject | undefined, changes: { readonly [key: string]: Json }): JsonObject {
  const before = params?.["_meta"];
  const meta: { [key: string]: Json } = isObject(before) ? { ...before } : {};
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete meta[key];
    else meta[key] = value;
  }
  return { ...params, _meta: meta };
}
