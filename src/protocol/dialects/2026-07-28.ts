import type { Json, JsonObject } from "../../model/json.ts";
import type { Header } from "../../model/target.ts";
import { encodeHeaderValue, paramHeaderValues } from "../headers.ts";
import type { Dialect } from "./dialect.ts";
import { withMeta } from "./meta.ts";

const VERSION = "2026-07-28";
export const META = "io.modelcontextprotocol/";
export const META_VERSION = `${META}protocolVersion`;
export const META_CLIENT_INFO = `${META}clientInfo`;
export const META_CAPABILITIES = `${META}clientCapabilities`;

/** Error codes that only a server of this revision sends. */
export const MODERN_CODES: readonly Json[] = [-32020, -32021, -32022];
export const META_LOG_LEVEL = `${META}logLevel`;
export const META_SERVER_INFO = `${META}serverInfo`;
export const META_SUBSCRIPTION = `${META}subscriptionId`;

/** Which member of params goes into Mcp-Name. */
const NAMED: { readonly [method: string]: string } = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Stateless: every request carries version, client and capabilities in `_meta`, and on HTTP repeats the essentials in headers. */
export const dialect20260728: Dialect = {
  revision: VERSION,
  params(_method, params, how, spoken) {
    const standard: JsonObject = {
      [META_VERSION]: VERSION,
      [META_CLIENT_INFO]: spoken.clientInfo,
      [META_CAPABILITIES]: how.capabilities ?? spoken.capabilities,
    };
    return withMeta(withMeta(params, standard), how.meta ?? {});
  },
  headers(method, params, how) {
    const headers: Header[] = [["MCP-Protocol-Version", VERSION]];
    if (method !== "") headers.push(["Mcp-Method", method]);
    const member = NAMED[method];
    const name = member === undefined ? undefined : params?.[member];
    if (typeof name === "string") headers.push(["Mcp-Name", encodeHeaderValue(name)]);
    if (method === "tools/call" && how.inputSchema !== undefined) {
      headers.push(...paramHeaderValues(how.inputSchema, params?.["arguments"]));
    }
    return headers;
  },
};
