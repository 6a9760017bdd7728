import type { HttpRequest } from "../../src/model/serving.ts";
import { type HttpAnswer, headerOf, httpAnswer, httpText, reheaded, type Twist, wrapHttp } from "./mutate.ts";

export const JSON_TYPE = [["Content-Type", "application/json"]] as const;

export function isAnonymous(request: HttpRequest): boolean {
  return headerOf(request, "authorization") === undefined;
}

export function isWellKnown(request: HttpRequest): boolean {
  return request.path.startsWith("/.well-known/");
}

/** Changes the 401s and other refusals of the token check: those that carry a challenge. */
export function challenging(change: (answer: HttpAnswer, request: HttpRequest) => HttpAnswer): Twist {
  return httpAnswer((answer, request) =>
    headerOf(answer, "www-authenticate") === undefined ? answer : change(answer, request),
  );
}

/** The challenge of every 401; null leaves the header out. */
export function challenge(value: string | null): Twist {
  return challenging((answer) => reheaded(answer, { "WWW-Authenticate": value }));
}

/** Nothing is served at the well-known places, but for those that `keep` names by their path. */
export function withoutMetadata(...keep: readonly string[]): Twist {
  return wrapHttp((request, next) =>
    isWellKnown(request) && !keep.includes(request.path) ? httpText(404, "not found") : next(request),
  );
}

/** The id of the JSON-RPC request in a body, as it stands there; null where there is none. */
export function idText(request: HttpRequest): string {
  return /"id":("[^"]*"|\d+)/.exec(request.body)?.[1] ?? "null";
}

export function rpcError(request: HttpRequest, code: number, message: string): string {
  return `{"jsonrpc":"2.0","id":${idText(request)},"error":{"code":${code},"message":"${message}"}}`;
}
