import { describe, expect, it } from "vitest";
import { callBefore, END } from "../../src/facts/surrounded.ts";
import type { Exchange } from "../../src/model/exchange.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { Recording } from "../../src/model/recording.ts";
import { META_CAPABILITIES } from "../../src/protocol/dialects/2026-07-28.ts";

const call = (id: string, at: number, params: JsonObject): Exchange => ({
  id,
  label: id,
  part: "ask",
  connection: "main",
  revision: "2026-07-28",
  at,
  ms: 1,
  frames: [],
  ending: { kind: "enough" },
  sent: {
    kind: "http",
    url: "http://127.0.0.1:1/mcp",
    method: "POST",
    headers: [],
    ids: [at],
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: at,
      method: "tools/call",
      params: { name: "t", arguments: {}, ...params },
    }),
  },
});

const recordingOf = (...exchanges: readonly Exchange[]): Recording =>
  ({ revision: "2026-07-28", runs: [{ probe: "p", exchanges, outcome: { kind: "done" } }] }) as unknown as Recording;

describe("callBefore()", () => {
  const plain = call("plain", 1, { _meta: { [META_CAPABILITIES]: {} } });

  it("finds the last first call by a client without capabilities", () => {
    const later = call("later", 3, { _meta: {} });
    expect(callBefore(recordingOf(plain, later), END, "t", {})?.id).toBe("later");
    expect(callBefore(recordingOf(plain, later), { at: 3 }, "t", {})?.id).toBe("plain");
    expect(callBefore(recordingOf(plain), END, "t", { a: 1 })).toBeUndefined();
  });

  it("takes no call for it that a tool may serve for another reason", () => {
    const others = [
      call("capable", 2, { _meta: { [META_CAPABILITIES]: { elicitation: {} } } }),
      call("answered", 3, { inputResponses: {} }),
      call("resumed", 4, { requestState: "s" }),
    ];
    expect(callBefore(recordingOf(plain, ...others), END, "t", {})?.id).toBe("plain");
  });
});
