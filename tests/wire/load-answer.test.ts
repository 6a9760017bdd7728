import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../../src/wire/load-answer.ts";
import { connectFault, FIRST_ID } from "../../src/wire/load-judge.ts";
import { createTemplates } from "../../src/wire/load-template.ts";

const ID = FIRST_ID + 7;
const SENT = { last: FIRST_ID + 100 };
const result = (id: unknown = ID) => JSON.stringify({ jsonrpc: "2.0", id, result: { tools: [], note: "äöü" } });

function plain(body: string, head: readonly string[] = [], status = "200 OK"): Buffer {
  const length = Buffer.byteLength(body);
  return Buffer.from(
    [`HTTP/1.1 ${status}`, "Content-Type: application/json", `Content-Length: ${length}`, ...head, "", body].join(
      "\r\n",
    ),
  );
}

function typed(type: string): Buffer {
  return Buffer.from(plain(result()).toString().replace("application/json", type));
}

function chunked(pieces: readonly string[], type = "application/json"): Buffer {
  const chunks = pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join("");
  return Buffer.from(
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: ${type}\r\n\r\n${chunks}0\r\n\r\n`,
  );
}

const read = (bytes: Buffer, ended = false) => readAnswer(bytes, ended, ID, SENT);
const kindOf = (bytes: Buffer, ended = false) => {
  const found = read(bytes, ended);
  return "judged" in found ? (found.judged?.kind ?? "ok") : found.state;
};

describe("readAnswer()", () => {
  it("takes a result for its id, however it is framed", () => {
    expect(read(plain(result()))).toMatchObject({ state: "whole", judged: undefined, keep: true });
    expect(kindOf(chunked([result()]))).toBe("ok");
    expect(kindOf(chunked([result().slice(0, 9), result().slice(9)]))).toBe("ok");
    expect(kindOf(chunked([`event: message\ndata: ${result()}\n\n`], "text/event-stream"))).toBe("ok");
    const toEnd = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${result()}`);
    expect(kindOf(toEnd)).toBe("more");
    expect(read(toEnd, true)).toMatchObject({ state: "whole", judged: undefined, keep: false });
    expect(kindOf(Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"), plain(result())]))).toBe(
      "ok",
    );
  });

  it("gives the same whatever pieces an answer comes in, and nothing before it is whole", () => {
    const all = [plain(result()), chunked([result().slice(0, 20), result().slice(20)])];
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.double({ min: 0, max: 0.999, noNaN: true }), (bytes, share) => {
        const part = bytes.subarray(0, Math.floor(bytes.length * share));
        const found = read(part);
        expect(found.state).toBe("more");
        if (found.state === "more") expect(found.need).toBeLessThanOrEqual(bytes.length);
        expect(kindOf(part, true)).toBe("malformed");
      }),
    );
  });

  it("hears the answer on a stream that stays open, and not what comes before it", () => {
    const open = (events: string) =>
      Buffer.from(
        `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/event-stream\r\n\r\n${Buffer.byteLength(events).toString(16)}\r\n${events}\r\n`,
      );
    const progress = `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: {} })}\n\n`;
    expect(kindOf(open(progress))).toBe("more");
    expect(read(open(`${progress}data: ${result()}\n\n`))).toEqual({ state: "answered", judged: undefined });
  });

  it.each([
    ["http_500", plain(result(), [], "500 Internal Server Error")],
    ["http_429", plain("slow down", [], "429 Too Many Requests")],
    ["http_307", plain("", ["Location: http://elsewhere.example/"], "307 Temporary Redirect")],
    ["rpc_-32603", plain(JSON.stringify({ jsonrpc: "2.0", id: ID, error: { code: -32603, message: "no" } }))],
    ["rpc_-32600", plain(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "no" } }))],
    ["rpc_error", plain(JSON.stringify({ jsonrpc: "2.0", id: ID, error: "no" }))],
    ["crossed_id", plain(result(FIRST_ID + 8))],
    ["wrong_id", plain(result(FIRST_ID + 101))],
    ["wrong_id", plain(result(String(ID)))],
    ["wrong_id", plain(result(null))],
    ["tool_error", plain(JSON.stringify({ jsonrpc: "2.0", id: ID, result: { isError: true, content: [] } }))],
    ["wrong_type", typed("text/plain")],
    ["wrong_type", typed("text/html; charset=utf-8")],
    ["wrong_type", typed("application/json-seq")],
    ["wrong_type", Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(result())}\r\n\r\n${result()}`)],
    ["ok", typed("Application/JSON ; charset=utf-8")],
    ["not_jsonrpc", plain("<html>")],
    ["not_jsonrpc", plain(`[${result()}]`)],
    ["not_jsonrpc", plain(JSON.stringify({ id: ID, result: {} }))],
    ["not_jsonrpc", plain(JSON.stringify({ jsonrpc: "2.0", id: ID, result: "text" }))],
    ["not_jsonrpc", plain(result(), ["Content-Encoding: gzip"])],
    ["no_response", plain("")],
    ["no_response", Buffer.from("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")],
    ["no_response", chunked(["event: ping\n\n"], "text/event-stream")],
    ["malformed", Buffer.from("SSH-2.0-OpenSSH\r\n\r\n")],
    ["malformed", Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n")],
    ["malformed", Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")],
    ["malformed", Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n")],
  ])("says %s", (kind, bytes) => {
    expect(kindOf(bytes)).toBe(kind);
  });

  it("takes a result that says it is not complete for no answer, on the revision that has such", () => {
    const answer = (resultType?: unknown) =>
      plain(
        JSON.stringify({ jsonrpc: "2.0", id: ID, result: { ...(resultType === undefined ? {} : { resultType }) } }),
      );
    const kind = (bytes: Buffer, typedResults: boolean) => {
      const found = readAnswer(bytes, false, ID, { ...SENT, typed: typedResults });
      return found.state === "whole" ? (found.judged?.kind ?? "ok") : found.state;
    };
    expect(kind(answer("input_required"), true)).toBe("incomplete");
    expect(kind(answer("task"), true)).toBe("incomplete");
    expect(kind(answer("complete"), true)).toBe("ok");
    expect(kind(answer(), true)).toBe("ok");
    expect(kind(answer("input_required"), false)).toBe("ok");
  });

  it("knows whose limit it is that no connection was made", () => {
    const kind = (code: string) => connectFault(Object.assign(new Error(code), { code })).kind;
    expect(["EMFILE", "ENFILE", "EADDRNOTAVAIL"].map(kind)).toEqual(["own_limit", "own_limit", "own_limit"]);
    expect(["ECONNREFUSED", "ETIMEDOUT", "ENOTFOUND"].map(kind)).toEqual(["connect", "connect", "connect"]);
    expect(connectFault(undefined).kind).toBe("connect");
  });

  it("knows when the server ends the connection", () => {
    expect(read(plain(result(), ["Connection: close"]))).toMatchObject({ keep: false });
    const old = Buffer.from(plain(result()).toString().replace("HTTP/1.1", "HTTP/1.0"));
    expect(read(old)).toMatchObject({ keep: false });
  });
});

describe("createTemplates()", () => {
  const learned = (bytes: Buffer) => {
    const templates = createTemplates();
    templates.learn(bytes, ID);
    return templates;
  };

  it("knows the same answer with another id, and no other", () => {
    for (const make of [
      (id: number) => plain(result(id)),
      (id: number) => chunked([result(id)]),
      (id: number) => chunked([`data: ${result(id)}\n\n`], "text/event-stream"),
    ]) {
      const templates = learned(make(ID));
      expect(templates.matches(make(FIRST_ID + 9), FIRST_ID + 9)).toBe(true);
      expect(templates.matches(make(FIRST_ID + 9), FIRST_ID + 8)).toBe(false);
      const changed = Buffer.from(
        make(FIRST_ID + 9)
          .toString("latin1")
          .replace("tools", "fools"),
        "latin1",
      );
      expect(templates.matches(changed, FIRST_ID + 9)).toBe(false);
    }
  });

  it("never says yes where reading the answer would say no", () => {
    const templates = learned(plain(result()));
    fc.assert(
      fc.property(fc.nat(plain(result()).length - 1), fc.nat(255), (at, byte) => {
        const bytes = plain(result());
        bytes[at] = byte;
        if (templates.matches(bytes, ID))
          expect(readAnswer(bytes, false, ID, SENT)).toMatchObject({ judged: undefined });
      }),
      { numRuns: 2000 },
    );
  });

  it("learns where the id of the message stands, not a number that looks like it", () => {
    const body = (id: number) => JSON.stringify({ jsonrpc: "2.0", result: { last: ID, id: ID }, id });
    const templates = learned(plain(body(ID)));
    expect(templates.matches(plain(body(FIRST_ID + 9)), FIRST_ID + 9)).toBe(true);
    const echo = Buffer.from(
      plain(body(ID))
        .toString()
        .replace(`"last":${ID}`, `"last":${FIRST_ID + 9}`),
    );
    expect(templates.matches(echo, FIRST_ID + 9)).toBe(false);
  });

  it("learns nothing from an answer whose id it cannot find", () => {
    expect(learned(plain(JSON.stringify({ jsonrpc: "2.0", id: String(ID), result: {} }))).length).toBe(-1);
  });
});
