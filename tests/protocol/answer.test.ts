import { describe, expect, it } from "vitest";
import type { Frame } from "../../src/model/exchange.ts";
import { readReply } from "../../src/protocol/answer.ts";

function answer(status: number, body: unknown) {
  const text = JSON.stringify(body);
  const frames: readonly Frame[] = [
    { kind: "head", at: 0, status, headers: [["Content-Type", "application/json"]] },
    { kind: "body", at: 0, text, bytes: text.length },
  ];
  return { frames, ending: { kind: "complete" }, ms: 1 } as const;
}

describe("what a request was answered with", () => {
  it.each([
    [401, { error: "invalid_token", error_description: "No authorization provided" }],
    [400, { error: { message: "Bad Request", status: 400 } }],
    [404, { statusCode: 404, error: "Not Found", message: "no route" }],
    [500, { error: "Internal Server Error" }],
  ])("HTTP %i with JSON that is no JSON-RPC is a status alone", (status, body) => {
    expect(readReply(answer(status, body), 7)).toEqual({ kind: "status", status });
    expect(readReply(answer(status, body), undefined)).toEqual({ kind: "status", status });
  });

  it.each([
    [400, { jsonrpc: "2.0", error: "bad" }],
    [400, { error: { code: -32700, message: "Parse error" } }],
    [404, { id: 7, error: "not there" }],
    [200, { error: "not there" }],
  ])("HTTP %i with an error of JSON-RPC, however poor, is an error", (status, body) => {
    expect(readReply(answer(status, body), 7).kind).toBe("error");
  });
});
