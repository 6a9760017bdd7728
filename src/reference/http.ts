import type { HttpHandler, HttpRequest, HttpResponse } from "../model/serving.ts";
import { headerValue } from "../protocol/headers.ts";
import { type Core, isModern } from "./core.ts";
import { emptyAnswer } from "./events.ts";
import { guardAuth, guardMedia, guardOrigin, metadataDocument } from "./guards.ts";
import { type Heard, hearText } from "./hear.ts";
import { deleteLegacy, getLegacy, type HttpSessions, postLegacy } from "./http-legacy.ts";
import { postModern } from "./http-modern.ts";
import { LEGACY_VERSIONS } from "./legacy.ts";

/** The server over Streamable HTTP: from a request to its response. */
export function createHttp(core: Core): HttpHandler {
  const sessions: HttpSessions = new Map();
  const { options } = core;
  return (request) => {
    const forbidden = guardOrigin(request, options);
    if (forbidden !== undefined) return forbidden;
    const { auth } = options;
    const document = auth === undefined ? undefined : metadataDocument(request, options, auth);
    if (document !== undefined) return document;
    if (request.path.split("?")[0] !== options.path) return emptyAnswer(404);
    const principal = auth === undefined ? "" : guardAuth(request, options, auth);
    if (typeof principal !== "string") return principal;
    if (request.method === "POST") return post(core, sessions, request, principal);
    return other(core, sessions, request, principal);
  };
}

function post(core: Core, sessions: HttpSessions, request: HttpRequest, principal: string): HttpResponse {
  const refused = guardMedia(request);
  if (refused !== undefined) return refused;
  const heard = hearText(request.body);
  const modern = core.options.eras === "dual" ? opensModern(request, heard) : core.options.eras === "2026-07-28";
  return modern ? postModern(core, request, heard, principal) : postLegacy(core, sessions, request, heard, principal);
}

/**
 * Which era a request to a dual-era server belongs to: what it carries in its body decides, then its headers. A
 * request without any sign of a session is judged as a modern one, but for initialize.
 */
function opensModern(request: HttpRequest, heard: Heard): boolean {
  if (heard.kind === "request" && isModern(heard.request.params)) return true;
  const version = headerValue(request.headers, "MCP-Protocol-Version");
  if (version !== undefined && !LEGACY_VERSIONS.includes(version)) return true;
  if (headerValue(request.headers, "Mcp-Session-Id") !== undefined) return false;
  if (heard.kind === "request" && heard.request.method === "initialize") return false;
  return headerValue(request.headers, "Mcp-Method") !== undefined || version === undefined;
}

/** GET and DELETE are for sessions; nothing else is served. */
function other(core: Core, sessions: HttpSessions, request: HttpRequest, principal: string): HttpResponse {
  const version = headerValue(request.headers, "MCP-Protocol-Version");
  const session = headerValue(request.headers, "Mcp-Session-Id");
  const modern = version !== undefined && !LEGACY_VERSIONS.includes(version) && session === undefined;
  if (core.options.eras === "2026-07-28" || (core.options.eras === "dual" && modern)) {
    return emptyAnswer(405, [["Allow", core.options.eras === "dual" ? "GET, POST, DELETE" : "POST"]]);
  }
  if (request.method === "GET") return getLegacy(sessions, request, principal);
  if (request.method === "DELETE") return deleteLegacy(sessions, request, principal);
  return emptyAnswer(405, [["Allow", "GET, POST, DELETE"]]);
}
