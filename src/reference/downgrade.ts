import { isObject, type Json, type JsonObject } from "../model/json.ts";

/** Members and the version that brought them, by where they stand. */
const MEMBERS: readonly (readonly [since: string, list: string, ...members: string[]])[] = [
  ["2025-03-26", "tools", "annotations"],
  ["2025-06-18", "tools", "title", "outputSchema"],
  ["2025-11-25", "tools", "execution", "icons"],
  ["2025-06-18", "resources", "title"],
  ["2025-03-26", "resources", "size"],
  ["2025-06-18", "resourceTemplates", "title"],
  ["2025-06-18", "prompts", "title"],
  ["2025-06-18", "prompts.arguments", "title"],
  ["2025-03-26", "capabilities", "completions"],
  ["2025-11-25", "capabilities", "tasks"],
  ["2025-06-18", "serverInfo", "title"],
  ["2025-11-25", "serverInfo", "description", "websiteUrl", "icons"],
  ["2025-06-18", "", "structuredContent"],
];

/** Content blocks and the version that brought them. */
const BLOCKS: { readonly [type: string]: string } = { audio: "2025-03-26", resource_link: "2025-06-18" };

/** A result of the legacy era as an older version knows it: members left out, unknown content blocks too. */
export function forVersion(version: string, result: JsonObject): JsonObject {
  let out = plainSchemas(result);
  for (const [since, at, ...members] of MEMBERS) {
    if (version < since) out = without(out, at === "" ? [] : at.split("."), members);
  }
  const content = out["content"];
  if (!Array.isArray(content)) return out;
  return {
    ...out,
    content: content.filter((block) => !isObject(block) || (BLOCKS[String(block["type"])] ?? "") <= version),
  };
}

function without(value: JsonObject, path: readonly string[], members: readonly string[]): JsonObject {
  const [first, ...rest] = path;
  if (first === undefined) return Object.fromEntries(Object.entries(value).filter(([key]) => !members.includes(key)));
  const child = value[first];
  if (Array.isArray(child)) {
    return { ...value, [first]: child.map((one) => (isObject(one) ? without(one, rest, members) : one)) };
  }
  return isObject(child) ? { ...value, [first]: without(child, rest, members) } : value;
}

/** x-mcp-header belongs to the modern era. */
function plainSchemas(result: JsonObject): JsonObject {
  const tools = result["tools"];
  return Array.isArray(tools) ? { ...result, tools: tools.map(plain) } : result;
}

function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => key !== "x-mcp-header");
  return Object.fromEntries(members.map(([key, one]) => [key, plain(one)]));
}
