import { isObject, type Json } from "../model/json.ts";
import { paramHeaders } from "./headers.ts";

/** Something that makes an `x-mcp-header` annotation, and with it the tool, unusable over HTTP. */
export interface AnnotationFault {
  /** RFC 6901, into the inputSchema: the annotated schema. */
  readonly pointer: string;
  /** A sentence without full stop. */
  readonly message: string;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const TYPES: readonly unknown[] = ["string", "integer", "boolean"];
const DEEPEST = 32;

/** What breaks the constraints on `x-mcp-header` (2026-07-28, server/tools#x-mcp-header). */
export function annotationFaults(inputSchema: Json): readonly AnnotationFault[] {
  const faults: AnnotationFault[] = [];
  const names = new Map<string, string>();
  const reachable = new Set<string>();
  for (const { path, name, schema } of paramHeaders(inputSchema)) {
    const pointer = path.map((key) => `/properties/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    reachable.add(pointer);
    const say = (message: string): void => void faults.push({ pointer, message });
    if (!TOKEN.test(name)) say(`The x-mcp-header ${JSON.stringify(name)} is no header name`);
    const before = names.get(name.toLowerCase());
    if (before !== undefined) say(`The x-mcp-header ${JSON.stringify(name)} stands at ${before} as well`);
    names.set(name.toLowerCase(), pointer);
    if (!TYPES.includes(schema["type"])) {
      say(`The x-mcp-header ${JSON.stringify(name)} stands on a parameter that is no string, integer or boolean`);
    }
  }
  for (const pointer of annotated(inputSchema, "", 0)) {
    if (!reachable.has(pointer)) {
      faults.push({ pointer, message: "An x-mcp-header is no text, or stands where properties alone do not lead" });
    }
  }
  return faults;
}

/** Where the annotation stands, anywhere in the schema. Names of properties are no keywords. */
function annotated(schema: Json | undefined, pointer: string, depth: number): readonly string[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(schema)) {
    return (schema as readonly Json[]).flatMap((one, index) => annotated(one, `${pointer}/${index}`, depth + 1));
  }
  if (!isObject(schema)) return [];
  const own = "x-mcp-header" in schema ? [pointer] : [];
  const inside = Object.entries(schema).flatMap(([keyword, value]) => {
    if (DATA.includes(keyword)) return [];
    const here = `${pointer}/${keyword.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!BY_NAME.includes(keyword) || !isObject(value)) return annotated(value, here, depth + 1);
    return Object.entries(value).flatMap(([name, one]) =>
      annotated(one, `${here}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth + 1),
    );
  });
  return [...own, ...inside];
}

const DATA: readonly string[] = ["const", "enum", "default", "examples", "example"];
const BY_NAME: readonly string[] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
