import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Header } from "../model/target.ts";

const PREFIX = "=?base64?";
const SUFFIX = "?=";

/** True when a value may stand in a header as it is (2026-07-28, streamable-http#value-encoding). */
function isPlain(value: string): boolean {
  if (value === "" || value !== value.trim()) return false;
  if (value.startsWith(PREFIX) && value.endsWith(SUFFIX)) return false;
  return /^[\t\x20-\x7e]+$/.test(value);
}

/** The value as it goes into Mcp-Name and Mcp-Param-*: plain, or Base64 of its UTF-8 between the sentinels. */
export function encodeHeaderValue(value: string): string {
  return isPlain(value) ? value : `${PREFIX}${base64(value)}${SUFFIX}`;
}

function base64(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * The value that a received header stands for, blanks around it removed. `undefined` when it has both sentinels and
 * what is between them is no Base64 of UTF-8.
 */
export function decodeHeaderValue(raw: string): string | undefined {
  const value = raw.replace(/^[ \t]+|[ \t]+$/g, "");
  if (!value.startsWith(PREFIX) || !value.endsWith(SUFFIX) || value.length < PREFIX.length + SUFFIX.length)
    return value;
  const inner = value.slice(PREFIX.length, -SUFFIX.length);
  if (inner.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(inner)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(inner), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** One annotated parameter: where it stands in the arguments and which header carries it. */
export interface ParamHeader {
  readonly path: readonly string[];
  /** The value of `x-mcp-header`. */
  readonly name: string;
  readonly schema: JsonObject;
}

/** Every `x-mcp-header` that is reachable by `properties` alone, as the specification demands. */
export function paramHeaders(inputSchema: Json, path: readonly string[] = []): readonly ParamHeader[] {
  if (!isObject(inputSchema) || !isObject(inputSchema["properties"]) || path.length > 16) return [];
  return Object.entries(inputSchema["properties"]).flatMap(([key, schema]) => {
    if (!isObject(schema)) return [];
    const at = [...path, key];
    const name = schema["x-mcp-header"];
    const own = typeof name === "string" ? [{ path: at, name, schema }] : [];
    return [...own, ...paramHeaders(schema, at)];
  });
}

/** The Mcp-Param-* headers of a call: one per annotated argument that is present and not null. */
export function paramHeaderValues(inputSchema: Json, args: Json | undefined): readonly Header[] {
  return paramHeaders(inputSchema).flatMap(({ path, name }) => {
    let value: Json | undefined = args;
    for (const key of path) value = isObject(value) ? value[key] : undefined;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
    return [[`Mcp-Param-${name}`, encodeHeaderValue(String(value))] as const];
  });
}

/** The values of a header, names compared without case, in order. */
export function headerValues(headers: readonly Header[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([one]) => one.toLowerCase() === wanted).map(([, value]) => value);
}

/** The values of a header joined by ", ", or undefined where there is none. */
export function headerValue(headers: readonly Header[], name: string): string | undefined {
  const values = headerValues(headers, name);
  return values.length === 0 ? undefined : values.join(", ");
}

/** The media type of a Content-Type value: lower case, without parameters. */
export function mediaType(value: string | undefined): string | undefined {
  const type = value?.split(";")[0]?.trim().toLowerCase();
  return type === "" ? undefined : type;
}

/** Applies changes by name without case: a string sets (in place, or at the end), null removes. */
export function changeHeaders(
  headers: readonly Header[],
  changes: { readonly [name: string]: string | null } | undefined,
): readonly Header[] {
  let changed = headers;
  for (const [name, value] of Object.entries(changes ?? {})) {
    const wanted = name.toLowerCase();
    const index = changed.findIndex(([one]) => one.toLowerCase() === wanted);
    const others = changed.filter(([one]) => one.toLowerCase() !== wanted);
    if (value === null) changed = others;
    else
      changed = [
        ...others.slice(0, index < 0 ? others.length : index),
        [name, value],
        ...others.slice(index < 0 ? others.length : index),
      ];
  }
  return changed;
}
