import { describe, expect, it } from "vitest";
import { losingPatience } from "../../src/engine/patience.ts";
import type { Ending, Sent } from "../../src/model/exchange.ts";
import type { Wire } from "../../src/model/probe.ts";

const SENT: Sent = { kind: "http", method: "POST", url: "http://127.0.0.1/mcp", headers: [], body: "{}", ids: [1] };
const SILENT: Ending = { kind: "timeout", phase: "head" };

/** Answers as it is told, and keeps how long it was to wait. */
function scripted(endings: readonly Ending[]): { readonly wire: Wire; readonly waits: number[] } {
  const waits: number[] = [];
  const wire: Wire = {
    open: () => ({
      send: async (_sent, listen) => {
        waits.push(listen.timeoutMs);
        return { at: 0, ms: 0, frames: [], ending: endings[waits.length - 1] ?? SILENT };
      },
      strays: () => [],
      gone: () => undefined,
      close: async () => {},
    }),
    close: async () => {},
  };
  return { wire, waits };
}

async function ask(wire: Wire, times: number, timeoutMs: number): Promise<void> {
  for (let i = 0; i < times; i += 1) await wire.open().send(SENT, { timeoutMs, enough: () => false });
}

describe("a server that has fallen silent", () => {
  it("is waited for six times, then briefly, and after an answer as before", async () => {
    const answers: Ending[] = Array.from({ length: 7 }, () => SILENT);
    const { wire, waits } = scripted([...answers, { kind: "complete" }, SILENT]);
    await ask(losingPatience(wire), 9, 15_000);
    expect(waits).toEqual([...Array.from({ length: 6 }, () => 15_000), 1000, 1000, 15_000]);
  });

  it("is never waited for longer than allowed", async () => {
    const { wire, waits } = scripted([]);
    await ask(losingPatience(wire), 8, 300);
    expect(new Set(waits)).toEqual(new Set([300]));
  });
});
