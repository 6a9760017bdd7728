import { isObject, type Json } from "../../../src/model/json.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "../../../src/model/serving.ts";
import type { Header } from "../../../src/model/target.ts";
import { changeHeaders, headerValue } from "../../../src/protocol/headers.ts";
import { parsed } from "./json.ts";
import type { Twist } from "./twist.ts";

/** Stands before the server on HTTP. */
export function wrapHttp(
  serve: (
    request: HttpRequest,
    next: (request: HttpRequest) => Promise<HttpResponse>,
  ) => HttpResponse | Promise<HttpResponse>,
): Twist {
  return {
    server: (server) => {
      const http: HttpHandler = (request) => serve(request, async (given) => server.http(given));
      return { ...server, http };
    },
  };
}

export type HttpAnswer = Extract<HttpResponse, { kind: "answer" }>;

/** Changes the HTTP answers: status, headers, body. `request` is what was asked. */
export function httpAnswer(change: (answer: HttpAnswer, request: HttpRequest) => HttpResponse): Twist {
  return wrapHttp(async (request, next) => {
    const response = await next(request);
    return response.kind === "answer" ? change(response, request) : response;
  });
}

/** An HTTP answer of a text. */
export function httpText(status: number, text: string, headers: readonly Header[] = []): HttpAnswer {
  return { kind: "answer", status, headers, body: text === "" ? { kind: "none" } : { kind: "text", text } };
}

/** The answer with header changes (null removes) and, where given, another status. */
export function reheaded(
  answer: HttpAnswer,
  changes: { readonly [name: string]: string | null },
  status = answer.status,
): HttpAnswer {
  return { ...answer, status, headers: changeHeaders(answer.headers, changes) };
}

/** Changes every piece that is written to an event stream; each is one event, or a comment. "" leaves it out. */
export function restreamed(answer: HttpAnswer, change: (piece: string) => string): HttpAnswer {
  const { body } = answer;
  if (body.kind !== "stream") return answer;
  return {
    ...answer,
    body: {
      kind: "stream",
      open: (sink) =>
        body.open({
          ...sink,
          write: (piece) => {
            const changed = change(piece);
            if (changed !== "") sink.write(changed);
          },
        }),
    },
  };
}

export function headerOf(request: HttpRequest | HttpAnswer, name: string): string | undefined {
  return headerValue(request.headers, name);
}

/** The request with header changes: a string sets, null removes. */
export function withHeaders(request: HttpRequest, changes: { readonly [name: string]: string | null }): HttpRequest {
  return { ...request, headers: changeHeaders(request.headers, changes) };
}

/** The JSON of a request's body, undefined where it is none. */
export function jsonOf(request: HttpRequest): Json | undefined {
  return parsed(request.body);
}

/** The JSON-RPC method in a request's body, "" where there is none. */
export function methodOf(request: HttpRequest): string {
  const json = jsonOf(request);
  return isObject(json) && typeof json["method"] === "string" ? json["method"] : "";
}
