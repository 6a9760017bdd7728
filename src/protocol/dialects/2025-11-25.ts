import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Header } from "../../model/target.ts";
import type { Dialect } from "./dialect.ts";
import { withMeta } from "./meta.ts";

/** The first revision whose clients send MCP-Protocol-Version. */
const FIRST_WITH_VERSION_HEADER = "2025-06-18";

/** initialize and sessions: the session's id and version go into headers, params need nothing. */
export const dialect20251125: Dialect = {
  revision: "2025-11-25",
  params(_method, params, how) {
    return how.meta === undefined ? params : withMeta(params, how.meta);
  },
  headers(method, _params, _how, spoken) {
    if (method === "initialize" || spoken.session === undefined) return [];
    const { id, version } = spoken.session;
    const headers: Header[] = [];
    if (id !== undefined) headers.push(["MCP-Session-Id", id]);
    if (version >= FIRST_WITH_VERSION_HEADER && isHeaderSafe(version)) headers.push(["MCP-Protocol-Version", version]);
    return headers;
  },
};

/** A server may negotiate anything; what cannot stand in a header would break every request after it. */
function isHeaderSafe(value: string): boolean {
  return /^[\x21-\x7e]{1,64}$/.test(value);
}

/** The params of `initialize`. */
export function initializeParams(
  clientInfo: { readonly name: string; readonly version: string },
  capabilities: JsonObject,
  protocolVersion = "2025-11-25",
): JsonObject {
  return { protocolVersion, capabilities, clientInfo };
}

/** Versions that can be asked for by `initialize` here, newest first. */
const SPOKEN: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** The version to ask for next, where `initialize` was refused with an error whose `data.supported` names one. */
export function offeredVersion(error: Json): string | undefined {
  const data = isObject(error) ? error["data"] : undefined;
  const supported = isObject(data) ? data["supported"] : undefined;
  return Array.isArray(supported) ? SPOKEN.find((version) => supported.includes(version)) : undefined;
}
