import { describe, expect, test } from "vitest";
import type { StdioSent } from "../../src/model/exchange.ts";
import { keysOfLine, keysOfSent, routeOf } from "../../src/wire/route.ts";

function sent(ids: readonly (string | number)[], writes: StdioSent["writes"] = []): StdioSent {
  return { kind: "stdio", ids, writes };
}

const entry = (name: string, one: StdioSent) => ({ name, keys: keysOfSent(one) });

describe("what a message that we send can be named by", () => {
  test("ids, and progress tokens in whole and in pieces", () => {
    const text = '{"id":1,"params":{"_meta":{"progressToken":"p"}}}\n{"params":{"_meta":{"progressToken":7}}}\n';
    const { ids, tokens } = keysOfSent(sent([1, "a"], [text.slice(0, 30), { waitMs: 5 }, text.slice(30)]));
    expect([...ids]).toEqual(["1", "a"]);
    expect([...tokens]).toEqual(["p", "7"]);
  });

  test("unreadable text has no tokens", () => {
    expect(keysOfSent(sent([], ['{"progressToken":'])).tokens.size).toBe(0);
  });
});

describe("what a line names", () => {
  const CASES: readonly (readonly [name: string, line: unknown, ids: readonly string[], tokens: readonly string[]])[] =
    [
      ["a result", { jsonrpc: "2.0", id: 5, result: {} }, ["5"], []],
      ["an error", { jsonrpc: "2.0", id: "x", error: {} }, ["x"], []],
      ["an error without an id", { jsonrpc: "2.0", id: null, error: {} }, [], []],
      ["a response that is neither", { id: 5 }, ["5"], []],
      ["a request of the server", { jsonrpc: "2.0", id: 5, method: "ping" }, [], []],
      ["progress", { method: "notifications/progress", params: { progressToken: 3 } }, [], ["3"]],
      ["a cancellation", { method: "notifications/cancelled", params: { requestId: 5 } }, ["5"], []],
      [
        "a subscription",
        { method: "n", params: { _meta: { "io.modelcontextprotocol/subscriptionId": "s" } } },
        ["s"],
        [],
      ],
      [
        "a batch",
        [
          { id: 1, result: {} },
          { id: 2, result: {} },
        ],
        ["1", "2"],
        [],
      ],
      ["ids that are none", { id: { a: 1 }, result: {} }, [], []],
      ["other JSON", 5, [], []],
      ["null", null, [], []],
    ];
  test.each(CASES)("%s", (_name, line, ids, tokens) => {
    const keys = keysOfLine(JSON.stringify(line));
    expect([...keys.ids]).toEqual(ids);
    expect([...keys.tokens]).toEqual(tokens);
  });

  test("no JSON", () => {
    expect(keysOfLine("Server started").ids.size).toBe(0);
  });
});

describe("where a line goes", () => {
  const none: ReadonlySet<string> = new Set();
  const response = (id: unknown) => JSON.stringify({ jsonrpc: "2.0", id, result: {} });

  test("to the exchange that it names, by text", () => {
    const open = [entry("one", sent([1])), entry("two", sent(["2"]))];
    expect(routeOf(response("1"), open, none)?.name).toBe("one");
    expect(routeOf(response(2), open, none)?.name).toBe("two");
    expect(routeOf(response(3), open, none)).toBeUndefined();
  });

  test("a token is no id: the exchange that sent it comes first", () => {
    const withToken = sent([9], ['{"id":9,"params":{"_meta":{"progressToken":1}}}']);
    const open = [entry("id 1", sent([1])), entry("token 1", withToken)];
    const progress = JSON.stringify({ method: "notifications/progress", params: { progressToken: 1 } });
    expect(routeOf(progress, open, none)?.name).toBe("token 1");
    expect(routeOf(response(1), open, none)?.name).toBe("id 1");
    expect(routeOf(progress, open.slice(0, 1), none)?.name).toBe("id 1");
  });

  test("the only open exchange has what names nobody, but not what names an earlier one", () => {
    const open = [entry("one", sent([1]))];
    expect(routeOf("banner", open, none)?.name).toBe("one");
    expect(routeOf(response(77), open, none)?.name).toBe("one");
    expect(routeOf(response(null), open, none)?.name).toBe("one");
    expect(routeOf(response(77), open, new Set(["77"]))).toBeUndefined();
    expect(routeOf("banner", [], none)).toBeUndefined();
    expect(routeOf("banner", [...open, entry("two", sent([]))], none)).toBeUndefined();
  });
});
