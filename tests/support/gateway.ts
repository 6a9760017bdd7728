/**
 * Somebody who stands before the server and answers in its place. What he says must never be laid to the server: a
 * check either learns from it what it is about (a 401 is a 401, whoever gives it) or was not evaluable.
 */
import type { HttpRequest, HttpResponse, Server } from "../../src/model/serving.ts";
import type { Header } from "../../src/model/target.ts";
import { idText, rpcError } from "./auth.ts";
import { headerOf, httpText, methodOf } from "./mutate.ts";

/** Answers a request itself, or (undefined) lets it through. */
export type Gate = (request: HttpRequest) => HttpResponse | undefined;

/** The server behind a gateway: the same on stdio, where there is none. */
export function behind(server: Server, gate: Gate): Server {
  return { ...server, http: async (request) => gate(request) ?? (await server.http(request)) };
}

const JSON_TYPE: Header = ["Content-Type", "application/json"];
const HTML: Header = ["Content-Type", "text/html"];

/** 401 as gateways of MCP give it: a JSON-RPC error with the id of the request. */
export function unauthorized(challenge?: string): (request: HttpRequest) => HttpResponse {
  const headers: readonly Header[] =
    challenge === undefined ? [JSON_TYPE] : [JSON_TYPE, ["WWW-Authenticate", challenge]];
  return (request) => httpText(401, rpcError(request, -32001, "Unauthorized"), headers);
}

export const BEARER = 'Bearer resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource/mcp"';

/** 403 for a token that does not permit this. */
export const outOfScope = (request: HttpRequest): HttpResponse =>
  httpText(403, `{"jsonrpc":"2.0","id":${idText(request)},"error":{"code":-32003,"message":"Forbidden"}}`, [
    JSON_TYPE,
    ["WWW-Authenticate", `${BEARER}, error="insufficient_scope", scope="more"`],
  ]);

export const page = (status: number): (() => HttpResponse) => {
  return () => httpText(status, `<html><body><h1>${status}</h1><hr>nginx at 10.0.0.3:8080</body></html>`, [HTML]);
};

export const tooMany = (): HttpResponse => httpText(429, "", [["Retry-After", "1"]]);

export const moved = (): HttpResponse => httpText(302, "", [["Location", "https://login.example.com/"]]);

/** The metadata that its challenge names. */
export function withMetadata(gate: Gate): Gate {
  return (request) =>
    request.path.startsWith("/.well-known/oauth-protected-resource")
      ? httpText(200, '{"resource":"http://127.0.0.1/mcp","authorization_servers":["https://auth.example.com"]}', [
          JSON_TYPE,
        ])
      : gate(request);
}

/** Meets the requests of these methods, or all. */
export function on(answer: (request: HttpRequest) => HttpResponse, ...methods: readonly string[]): Gate {
  return (request) => {
    const method = methodOf(request);
    return methods.length === 0 || methods.some((one) => method.startsWith(one)) ? answer(request) : undefined;
  };
}

/** Meets every `nth` request, counted from the first. */
export function every(nth: number, answer: (request: HttpRequest) => HttpResponse): Gate {
  let count = 0;
  return (request) => {
    count += 1;
    return count % nth === 0 ? answer(request) : undefined;
  };
}

/** Meets each request the first time that its body comes: whoever asks again is let through. */
export function firstTime(answer: (request: HttpRequest) => HttpResponse): Gate {
  const seen = new Set<string>();
  return (request) => {
    const what = `${request.method} ${request.path} ${request.body}`;
    if (request.body === "" || seen.has(what)) return undefined;
    seen.add(what);
    return answer(request);
  };
}

/** Only these hosts and origins pass. */
export function hostGuard(answer: (request: HttpRequest) => HttpResponse, hosts: readonly string[]): Gate {
  return (request) => {
    const host = (headerOf(request, "host") ?? "").replace(/:\d+$/, "");
    return hosts.includes(host) ? undefined : answer(request);
  };
}

export function originGuard(answer: (request: HttpRequest) => HttpResponse): Gate {
  return (request) => (headerOf(request, "origin") === undefined ? undefined : answer(request));
}

/** Needs a token. */
export function tokenGuard(token: string, answer: (request: HttpRequest) => HttpResponse): Gate {
  return (request) => (headerOf(request, "authorization") === `Bearer ${token}` ? undefined : answer(request));
}
