import type { Json, JsonObject } from "../../model/mod.ts";
import { isObject } from "../../model/mod.ts";
import { mapSchema } from "./server-schema-walk.ts";

/** Where the references of one schema document lead: by address of a resource, and by its anchors. */
export interface References {
  /** The schema that a `$ref` in `from` means, or why it means none. */
  resolve(ref: string, from: JsonObject): Resolved;
  /** Every schema in the document, those included that only a reference has led to. */
  schemas(): Iterable<JsonObject>;
  /** Two schemas have one address, or two anchors one name: what a reference to it means is anybody's guess. */
  ambiguous(): boolean;
}

export type Resolved =
  | { readonly kind: "schema"; readonly schema: JsonObject | boolean }
  /** A document that is not this one. `address` has no fragment. */
  | { readonly kind: "elsewhere"; readonly address: string }
  /** No such place in this document. */
  | { readonly kind: "nowhere" };

/** What schemas without an address are said to be at. Nothing is ever asked for there. */
const NOWHERE = "https://schema.invalid/";

/** Up to draft-07 a fragment in `$id` is an anchor. */
export function referencesIn(root: JsonObject | boolean, anchorsInId: boolean): References {
  const resources = new Map<string, JsonObject>();
  const anchors = new Map<string, JsonObject>();
  const bases = new Map<JsonObject, string>();
  let ambiguous = false;
  const name = (names: Map<string, JsonObject>, as: string, schema: JsonObject): void => {
    ambiguous ||= names.has(as) && names.get(as) !== schema;
    names.set(as, schema);
  };

  const enter = (schema: Json, base: string): void => {
    if (!isObject(schema) || bases.has(schema)) return;
    const id = typeof schema["$id"] === "string" ? addressOf(schema["$id"], base) : undefined;
    const own = id === undefined || id.address === "" ? base : id.address;
    bases.set(schema, own);
    if (id !== undefined && own !== base) name(resources, own, schema);
    if (anchorsInId && id !== undefined && id.fragment !== "") name(anchors, `${own}#${id.fragment}`, schema);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = schema[keyword];
      if (!anchorsInId && typeof anchor === "string") name(anchors, `${own}#${anchor}`, schema);
    }
    for (const inner of childrenOf(schema)) enter(inner, own);
  };
  if (isObject(root)) {
    resources.set(NOWHERE, root);
    enter(root, NOWHERE);
    resources.set(bases.get(root) ?? NOWHERE, root);
  }

  return {
    schemas: () => bases.keys(),
    ambiguous: () => ambiguous,
    resolve(ref, from) {
      const base = bases.get(from) ?? NOWHERE;
      const found = addressOf(ref, base);
      if (found === undefined) return { kind: "nowhere" };
      const { address, fragment } = found;
      const resource = resources.get(address);
      if (resource === undefined) return { kind: "elsewhere", address };
      if (fragment === "") return { kind: "schema", schema: resource };
      const named = anchors.get(`${address}#${fragment}`);
      if (named !== undefined) return { kind: "schema", schema: named };
      if (!fragment.startsWith("/")) return { kind: "nowhere" };
      const there = atPointer(resource, fragment, address, bases);
      if (there === undefined) return { kind: "nowhere" };
      if (typeof there.schema !== "boolean") enter(there.schema, there.base);
      return { kind: "schema", schema: there.schema };
    },
  };
}

function addressOf(ref: string, base: string): { readonly address: string; readonly fragment: string } | undefined {
  try {
    const url = new URL(ref, base);
    const fragment = decodeURIComponent(url.hash.replace(/^#/, ""));
    url.hash = "";
    return { address: url.href.replace(/#$/, ""), fragment };
  } catch {
    // Neither an address nor a name beside one.
    return undefined;
  }
}

/** The schema that a JSON Pointer names, and the address that holds there. */
function atPointer(
  resource: JsonObject,
  pointer: string,
  address: string,
  bases: ReadonlyMap<JsonObject, string>,
): { readonly schema: JsonObject | boolean; readonly base: string } | undefined {
  let here: Json | undefined = resource;
  let base = address;
  for (const part of pointer.slice(1).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as { readonly [name: string]: Json })[name];
    if (isObject(here)) base = bases.get(here) ?? base;
  }
  return isObject(here) || typeof here === "boolean" ? { schema: here, base } : undefined;
}

/** The subschemas right below. */
function childrenOf(schema: JsonObject): readonly JsonObject[] {
  const children: JsonObject[] = [];
  let self = true;
  mapSchema(schema, (one) => {
    if (self) {
      self = false;
      return one;
    }
    children.push(one);
    // Its own are entered with it.
    return {};
  });
  return children;
}
