import { describe, expect, it } from "vitest";
import { everyMessage, everyResult } from "../../src/facts/scan.ts";
import { wireCheck } from "../../src/facts/wire-schema.ts";
import { recording, run } from "./recordings.ts";

describe("a scan", () => {
  it("is unknown where nothing came", () => {
    const silent = recording("2026-07-28", [run("a/b", [{ label: "a", method: "tools/list", status: 500 }])]);
    for (const fact of [everyMessage, everyResult, wireCheck]) expect(fact.of(silent).state).toBe("unknown");
  });

  it("leaves out the JSON of refusals that is no JSON-RPC, and keeps what has the request's id", () => {
    const runs = [
      run("a/b", [
        { label: "a", method: "tools/list", status: 404, body: { error: "not found" } },
        {
          label: "b",
          method: "tools/list",
          status: 400,
          body: { jsonrpc: "2.0", error: { code: -32600, message: "no" } },
        },
        { label: "c", method: "tools/list", body: { tools: [] } },
      ]),
    ];
    const seen = everyMessage.of(recording("2026-07-28", runs));
    expect(seen.state === "known" && seen.value.map((one) => one.exchange.label)).toEqual(["b", "c"]);
  });

  it("judges the answers to sound requests alone", () => {
    const result = { resultType: 7 };
    const faulty = recording("2026-07-28", [run("a/b", [{ label: "a", method: "tools/list", result, faulty: true }])]);
    expect(wireCheck.of(faulty).state).toBe("unknown");
  });

  it("counts a fault that comes again, and tells of it once", () => {
    const result = { resultType: "complete", ttlMs: 0, cacheScope: "public", tools: [{ name: "a", inputSchema: {} }] };
    const twice = ["a", "b"].map((label) => ({ label, method: "tools/list", result }));
    const check = wireCheck.of(recording("2026-07-28", [run("a/b", twice)]));
    if (check.state !== "known") throw new Error(check.reason);
    expect(check.value.messages).toBe(2);
    expect(check.value.faults.map(({ pointer, times }) => [pointer, times])).toEqual([
      ["/result/tools/0/inputSchema", 2],
    ]);
  });

  it("holds a message without a method of its own against its envelope", () => {
    const notice = { jsonrpc: "2.0", method: "notifications/com.example/load", params: { load: 0.5 } };
    const check = wireCheck.of(recording("2026-07-28", [run("a/b", [{ label: "a", method: "x/y", body: notice }])]));
    expect(check.state === "known" && check.value.faults).toEqual([]);
  });

  it("bears a null id on an error", () => {
    const body = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "no JSON" } };
    const check = wireCheck.of(recording("2026-07-28", [run("a/b", [{ label: "a", method: "x/y", body }])]));
    expect(check.state === "known" && check.value.faults).toEqual([]);
  });
});
