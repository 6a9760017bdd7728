import type { HttpRequest, HttpResponse } from "../model/serving.ts";
import { headerValue, headerValues, mediaType } from "../protocol/headers.ts";
import { INVALID_REQUEST } from "./answer.ts";
import { emptyAnswer, jsonAnswer, namelessError } from "./events.ts";
import type { Auth, ReferenceOptions } from "./options.ts";
import { sameText } from "./seal.ts";

const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

/** Turns down what a web page of another site could have sent: the names in Host and Origin are compared whole. */
export function guardOrigin(request: HttpRequest, options: ReferenceOptions): HttpResponse | undefined {
  const names = [...LOOPBACK, ...options.hosts];
  const hosts = headerValues(request.headers, "host");
  if (hosts.length !== 1 || !(names.includes(hostName(`http://${hosts[0]}`) ?? "") || isServed(hosts[0], options))) {
    return namelessError(403, INVALID_REQUEST, "Forbidden: this Host is not served here");
  }
  for (const origin of headerValues(request.headers, "origin")) {
    if (!names.includes(hostName(origin) ?? "") && options.origins?.includes(origin.toLowerCase()) !== true)
      return namelessError(403, INVALID_REQUEST, "Forbidden: invalid Origin");
  }
  return undefined;
}

/** The value of Host is in the list: with its port, or by its name where the list names no port. */
function isServed(host: string | undefined, { servedAs = [] }: ReferenceOptions): boolean {
  const name = host === undefined ? undefined : hostName(`http://${host}`);
  return name !== undefined && (servedAs.includes(name) || servedAs.includes(host?.toLowerCase() ?? ""));
}

/** The host of an origin, undefined where it is none: a path, a user or anything else beside host and port. */
function hostName(origin: string): string | undefined {
  const match = /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.exec(origin);
  return match?.[1]?.toLowerCase();
}

/** Turns down a POST whose body is not JSON, or whose sender cannot take both kinds of answer. */
export function guardMedia(request: HttpRequest): HttpResponse | undefined {
  if (mediaType(headerValue(request.headers, "content-type")) !== "application/json") {
    return namelessError(415, INVALID_REQUEST, "Content-Type must be application/json");
  }
  if (!accepts(request, "application/json") || !accepts(request, "text/event-stream")) {
    return namelessError(406, INVALID_REQUEST, "Accept must list application/json and text/event-stream");
  }
  return undefined;
}

export function accepts(request: HttpRequest, type: string): boolean {
  const ranges = (headerValue(request.headers, "accept") ?? "").split(",").map((one) => mediaType(one.trim()));
  return [type, `${type.split("/")[0]}/*`, "*/*"].some((range) => ranges.includes(range));
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** The protected resource metadata (RFC 9728), where the server asks for tokens. */
export function metadataDocument(
  request: HttpRequest,
  options: ReferenceOptions,
  auth: Auth,
): HttpResponse | undefined {
  const path = request.path.split("?")[0];
  if (path !== WELL_KNOWN && path !== WELL_KNOWN + options.path) return undefined;
  if (request.method !== "GET") return emptyAnswer(405, [["Allow", "GET"]]);
  return jsonAnswer(200, {
    resource: `http://${headerValue(request.headers, "host")}${options.path}`,
    authorization_servers: auth.authorizationServers,
    scopes_supported: [auth.scope],
    bearer_methods_supported: ["header"],
  });
}

/** Who asks: the token of the request; or the refusal. Tokens in the query are not looked at. */
export function guardAuth(request: HttpRequest, options: ReferenceOptions, auth: Auth): string | HttpResponse {
  const metadata = `http://${headerValue(request.headers, "host")}${WELL_KNOWN}${options.path}`;
  const challenge = (status: number, error: string | undefined, description: string) => {
    const params = [
      ...(error === undefined ? [] : [`error="${error}"`, `error_description="${description}"`]),
      `resource_metadata="${metadata}"`,
      `scope="${auth.scope}"`,
    ];
    return namelessError(status, INVALID_REQUEST, description, [["WWW-Authenticate", `Bearer ${params.join(", ")}`]]);
  };
  const values = headerValues(request.headers, "authorization");
  const [value] = values;
  if (value === undefined) return challenge(401, undefined, "Authorization needed");
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(value)?.[1];
  if (token === undefined || values.length > 1)
    return challenge(400, "invalid_request", "Malformed Authorization header");
  if (!auth.tokens.some((one) => sameText(one, token)))
    return challenge(401, "invalid_token", "The token is not valid");
  return token;
}
