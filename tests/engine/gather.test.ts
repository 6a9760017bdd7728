import { describe, expect, it } from "vitest";
import { type Gathered, gather } from "../../src/engine/gather.ts";
import type { World } from "../../src/engine/world.ts";
import type { Sent } from "../../src/model/exchange.ts";
import { absent, known, unknown } from "../../src/model/fact.ts";
import type { Impact, Kit, Probe } from "../../src/model/probe.ts";
import type { Recording } from "../../src/model/recording.ts";
import type { Target } from "../../src/model/target.ts";
import {
  body,
  HTTP_TARGET,
  line,
  messageIn,
  type Play,
  type Scripted,
  STDIO_TARGET,
  scripted,
  worldOf,
} from "../support/scripted.ts";

function probe(id: string, talk: (kit: Kit) => Promise<unknown>, more: Partial<Probe> = {}): Probe {
  return {
    id,
    revisions: ["2025-11-25"],
    transports: ["http", "stdio"],
    impact: "read" as Impact,
    after: [],
    ready: () => known(async (kit) => void (await talk(kit))),
    ...more,
  };
}

const hello = probe("area/hello", async (kit) => {
  const talk = await kit.main();
  await talk.ask("initialize", "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: kit.clientInfo,
  });
  await talk.notify("initialized", "notifications/initialized");
});

/** Serves everything: a line on stdio, a body over HTTP; initialize with a session. */
function serves(sent: Sent): Play | undefined {
  const message = messageIn(sent);
  if (message.id === undefined) return { frames: sent.kind === "http" ? body(202, "") : [] };
  const result =
    message.method === "initialize" ? { protocolVersion: "2025-11-25", capabilities: {} } : { of: message.method };
  const json = { jsonrpc: "2.0", id: message.id, result };
  return { frames: sent.kind === "http" ? body(200, json, [["Mcp-Session-Id", "s1"]]) : [line(json)] };
}

async function run(
  probes: readonly Probe[],
  server: Scripted,
  target: Target = HTTP_TARGET,
  changes: Partial<World> = {},
): Promise<Gathered> {
  let last = 0;
  return gather(worldOf(server.wire, target, changes), {
    revision: "2025-11-25",
    probes,
    greeting: "area/hello",
    seeds: [],
    main: undefined,
    numbers: { next: () => (last += 1) },
    frame: { revision: "2025-11-25" } as Omit<Recording, "runs">,
  });
}

const limits = (concurrency: number): Partial<World> => ({
  limits: { timeoutMs: 1000, startupTimeoutMs: 2000, preflightTimeoutMs: 500, concurrency },
});

describe("gather()", () => {
  it("keeps the runs in registry order whatever ends first", async () => {
    const slow = probe("area/slow", async (kit) => (await kit.main()).ask("slow", "slow"));
    const fast = probe("area/fast", async (kit) => (await kit.main()).ask("fast", "fast"));
    const ended: string[] = [];
    const server = scripted((sent) => ({
      ...serves(sent),
      ...(messageIn(sent).method === "slow" ? { afterMs: 30 } : {}),
    }));
    const fastEnds = probe("area/fast", async (kit) => {
      await (await kit.main()).ask("fast", "fast");
      ended.push("fast");
    });
    const slowEnds = probe("area/slow", async (kit) => {
      await (await kit.main()).ask("slow", "slow");
      ended.push("slow");
    });
    const { runs } = await run([hello, slowEnds, fastEnds], server, HTTP_TARGET, limits(4));
    expect(ended).toEqual(["fast", "slow"]);
    expect(runs.map((one) => one.probe)).toEqual([hello.id, slow.id, fast.id]);
  });

  it("runs no more at a time than allowed", async () => {
    let now = 0;
    let most = 0;
    const many = Array.from({ length: 6 }, (_, index) =>
      probe(`area/p${index}`, async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now -= 1;
      }),
    );
    await run([hello, ...many], scripted(serves), HTTP_TARGET, limits(2));
    expect(most).toBe(2);
  });

  it("gives `ready` what was recorded before, and records why a probe had nothing to ask", async () => {
    const seen: string[][] = [];
    const asks = probe("area/asks", async (kit) => (await kit.main()).ask("one", "one"));
    const stands = probe("area/stands", async () => {}, {
      after: ["area/asks"],
      ready: (recording) => {
        seen.push(recording.runs.map((one) => one.probe));
        return absent("not offered");
      },
    });
    const blind = probe("area/blind", async () => {}, { ready: () => unknown("not seen") });
    const { runs } = await run([hello, stands, asks, blind], scripted(serves), HTTP_TARGET, limits(3));
    expect(seen).toEqual([expect.arrayContaining(["area/hello", "area/asks"])]);
    expect(runs.find((one) => one.probe === "area/stands")?.outcome).toEqual({
      kind: "not-run",
      state: "absent",
      reason: "not offered",
    });
    expect(runs.find((one) => one.probe === "area/blind")?.outcome).toEqual({
      kind: "not-run",
      state: "unknown",
      reason: "not seen",
    });
  });

  it("runs what may crash after the rest and what stresses last, one at a time", async () => {
    const order: string[] = [];
    const named = (id: string, impact: Impact, ms = 0): Probe =>
      probe(
        id,
        async () => {
          order.push(`${id} begins`);
          await new Promise((resolve) => setTimeout(resolve, ms));
          order.push(`${id} ends`);
        },
        { impact },
      );
    await run(
      [
        hello,
        named("a/stress", "stress"),
        named("a/crash", "may-crash", 5),
        named("a/crash2", "may-crash"),
        named("a/read", "read", 10),
      ],
      scripted(serves),
      HTTP_TARGET,
      limits(8),
    );
    expect(order).toEqual([
      "a/read begins",
      "a/read ends",
      "a/crash begins",
      "a/crash ends",
      "a/crash2 begins",
      "a/crash2 ends",
      "a/stress begins",
      "a/stress ends",
    ]);
  });

  it("lets a watcher watch until the others are done, without taking their place", async () => {
    const order: string[] = [];
    const watch = probe(
      "a/watch",
      async (kit) => {
        order.push("watch begins");
        await kit.others();
        order.push("watch ends");
      },
      { watches: true },
    );
    const read = probe("a/read", async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push("read ends");
    });
    const crash = probe("a/crash", async () => void order.push("crash"), { impact: "may-crash" });
    await run([hello, watch, read, crash], scripted(serves));
    expect(order).toEqual(["watch begins", "read ends", "watch ends", "crash"]);
  });

  it("numbers exchanges in the order of sending and marks what was asked of them", async () => {
    const two = probe("a/two", async (kit) => {
      const talk = await kit.main();
      await Promise.all([
        talk.ask("first", "slow", {}, { tags: { a: 1 } }),
        talk.ask("second", "fast", {}, { faulty: true }),
      ]);
    });
    const server = scripted((sent) => ({
      ...serves(sent),
      ...(messageIn(sent).method === "slow" ? { afterMs: 10 } : {}),
    }));
    const { runs } = await run([hello, two], server);
    const own = runs.find((one) => one.probe === "a/two")?.exchanges ?? [];
    expect(own.map((one) => [one.id, one.label, one.faulty ?? false, one.tags])).toEqual([
      ["a/two#1", "first", false, { a: 1 }],
      ["a/two#2", "second", true, undefined],
    ]);
  });

  it("carries session and version in later requests, and none of them in a fresh conversation's greeting", async () => {
    const later = probe("a/later", async (kit) => (await kit.main()).ask("later", "later"));
    const fresh = probe("a/fresh", async (kit) => (await kit.fresh()).ask("fresh", "fresh"));
    const server = scripted(serves);
    await run([hello, later, fresh], server);
    const headersOf = (method: string): unknown =>
      server.heard
        .map((one) => one.sent)
        .filter((sent) => messageIn(sent).method === method)
        .map((sent) => (sent.kind === "http" ? sent.headers.filter(([name]) => name.startsWith("MCP-")) : []));
    const inSession = [
      ["MCP-Session-Id", "s1"],
      ["MCP-Protocol-Version", "2025-11-25"],
    ];
    expect(headersOf("later")).toEqual([inSession]);
    expect(headersOf("fresh")).toEqual([inSession]);
    expect(headersOf("initialize")).toEqual([[], []]);
  });

  it("asks once more after a 429 and shows only the second answer as the answer", async () => {
    let first = true;
    const server = scripted((sent) => {
      if (messageIn(sent).method !== "busy" || !first) return serves(sent);
      first = false;
      return { frames: body(429, "", [["Retry-After", "1"]]) };
    });
    const waits: number[] = [];
    const busy = probe("a/busy", async (kit) => (await kit.main()).ask("busy", "busy"));
    const { runs } = await run([hello, busy], server, HTTP_TARGET, { sleep: async (ms) => void waits.push(ms) });
    const own = runs.find((one) => one.probe === "a/busy")?.exchanges ?? [];
    expect(own.map((one) => [one.label, one.part])).toEqual([
      ["busy (429, sent again)", "setup"],
      ["busy", "ask"],
    ]);
    expect(waits).toEqual([1000]);
  });

  it("answers the server's own requests: ping with {}, others with -32601 unless the probe planned something", async () => {
    const asking = (id: number | undefined): Play => ({
      frames: [
        line({ jsonrpc: "2.0", id: "p", method: "ping" }),
        line({ jsonrpc: "2.0", id: "r", method: "roots/list" }),
        line({ jsonrpc: "2.0", id: "e", method: "elicitation/create" }),
        line({ jsonrpc: "2.0", id, result: {} }),
      ],
    });
    const server = scripted((sent) =>
      messageIn(sent).method === "ask" ? asking(messageIn(sent).id as number) : serves(sent),
    );
    const asked = probe("a/asked", async (kit) =>
      (await kit.fresh({ replies: { "roots/list": { result: { roots: [] } } } })).ask("ask", "ask"),
    );
    await run([hello, asked], server, STDIO_TARGET);
    const replies = server.heard.map((one) => messageIn(one.sent)).filter((one) => one.method === undefined);
    expect(replies).toEqual([
      { jsonrpc: "2.0", id: "p", result: {} },
      { jsonrpc: "2.0", id: "r", result: { roots: [] } },
      { jsonrpc: "2.0", id: "e", error: { code: -32601, message: "Method not found: elicitation/create" } },
    ]);
  });

  it("waits less for a server that hangs, and as long as before for one that has come back", async () => {
    const server = scripted((sent) => (messageIn(sent).method === "lost" ? undefined : serves(sent)));
    const asked = probe("a/asked", async (kit) => {
      const talk = await kit.main();
      for (let time = 0; time < 7; time += 1) await talk.ask("lost", "lost");
      await talk.ask("served", "served");
      await talk.ask("lost", "lost");
    });
    const { runs } = await run([hello, asked], server, HTTP_TARGET, {
      limits: { timeoutMs: 15_000, startupTimeoutMs: 60_000, preflightTimeoutMs: 500, concurrency: 1 },
    });
    const waited = runs.find((one) => one.probe === "a/asked")?.exchanges.map((one) => one.ms) ?? [];
    expect(waited).toEqual([...Array(5).fill(15_000), 3000, 3000, 1, 15_000]);
  });

  it("answers no method by what every object has, and leaves a flood alone", async () => {
    const flood = Array.from({ length: 5_000 }, (_, at) => line({ jsonrpc: "2.0", id: `f${at}`, method: "ping" }));
    const server = scripted((sent) =>
      messageIn(sent).method !== "ask"
        ? serves(sent)
        : {
            frames: [
              line({ jsonrpc: "2.0", id: "o", method: "constructor" }),
              ...flood,
              line({ jsonrpc: "2.0", id: messageIn(sent).id as number, result: {} }),
            ],
          },
    );
    const asked = probe("a/asked", async (kit) => (await kit.fresh()).ask("ask", "ask"));
    await run([hello, asked], server, STDIO_TARGET);
    const replies = server.heard.map((one) => messageIn(one.sent)).filter((one) => one.method === undefined);
    expect(replies[0]).toMatchObject({ id: "o", error: { code: -32601 } });
    expect(replies.length).toBeLessThanOrEqual(1_000);
    expect(replies.length).toBeGreaterThan(20);
  });

  it("asks nothing further of a server that never answered", async () => {
    let asked = false;
    const other = probe("a/other", async () => {
      asked = true;
    });
    const { runs } = await run(
      [hello, other],
      scripted(() => ({ ending: { kind: "refused", detail: "ECONNREFUSED" } })),
    );
    expect(asked).toBe(false);
    expect(runs.find((one) => one.probe === "a/other")?.outcome).toEqual({
      kind: "not-run",
      state: "unknown",
      reason: "initialize was not served: no connection (ECONNREFUSED)",
    });
  });

  it("runs the vital probe next and alone, and asks nothing else where that says that the server is lost", async () => {
    const order: string[] = [];
    const named = (id: string): Probe => probe(id, async () => void order.push(id));
    const all = [hello, named("a/first"), named("a/vital"), named("a/last")];
    const options = {
      revision: "2025-11-25",
      probes: all,
      greeting: "area/hello",
      vital: "a/vital",
      seeds: [],
    } as const;
    const rest = {
      main: undefined,
      numbers: { next: () => 1 },
      frame: { revision: "2025-11-25" } as Omit<Recording, "runs">,
    };
    await gather(worldOf(scripted(serves).wire, HTTP_TARGET), { ...options, ...rest, lost: () => undefined });
    expect(order).toEqual(["a/vital", "a/first", "a/last"]);
    order.length = 0;
    const { runs } = await gather(worldOf(scripted(serves).wire, HTTP_TARGET), {
      ...options,
      ...rest,
      lost: () => "no pulse",
    });
    expect(order).toEqual(["a/vital"]);
    expect(runs.find((one) => one.probe === "a/last")?.outcome).toEqual({
      kind: "not-run",
      state: "unknown",
      reason: "no pulse",
    });
  });

  it("ends with what there is when the run is cancelled", async () => {
    const stop = new AbortController();
    const first = probe("a/first", async () => stop.abort());
    const second = probe("a/second", async (kit) => (await kit.main()).ask("late", "late"));
    const { runs } = await run([hello, first, second], scripted(serves), HTTP_TARGET, { signal: stop.signal });
    expect(runs.map((one) => [one.probe, one.outcome.kind])).toEqual([
      ["area/hello", "done"],
      ["a/first", "cancelled"],
      ["a/second", "cancelled"],
    ]);
  });

  it("records a defect of a probe as ours, and goes on", async () => {
    const broken = probe("a/broken", async () => Promise.reject(new Error("oops")));
    const good = probe("a/good", async (kit) => (await kit.main()).ask("good", "good"));
    const { runs } = await run([hello, broken, good], scripted(serves));
    expect(runs.find((one) => one.probe === "a/broken")?.outcome).toMatchObject({ kind: "broken" });
    expect(runs.find((one) => one.probe === "a/good")?.outcome).toEqual({ kind: "done" });
  });

  it("does so too where a probe breaks over what was recorded", async () => {
    const broken: Probe = {
      ...probe("a/broken", async () => {}),
      ready: () => {
        throw new Error("oops");
      },
    };
    const good = probe("a/good", async (kit) => (await kit.main()).ask("good", "good"));
    const { runs } = await run([hello, broken, good], scripted(serves));
    expect(runs.find((one) => one.probe === "a/broken")?.outcome).toMatchObject({ kind: "broken" });
    expect(runs.find((one) => one.probe === "a/good")?.outcome).toEqual({ kind: "done" });
  });
});

describe("gather() when a child dies", () => {
  const asks = (id: string, method: string): Probe => probe(id, async (kit) => (await kit.main()).ask(method, method));

  it("starts another, greets it, and blames the probe in whose exchange it died", async () => {
    const server = scripted((sent) => {
      if (messageIn(sent).method !== "deadly") return serves(sent);
      return { dies: true, ending: { kind: "exited", code: 1, signal: null, stderr: "" } };
    });
    const { runs, warnings } = await run(
      [hello, asks("a/deadly", "deadly"), asks("a/after", "after")],
      server,
      STDIO_TARGET,
    );
    expect(runs.map((one) => [one.probe, one.outcome.kind])).toEqual([
      ["area/hello", "done"],
      ["a/deadly", "killed-child"],
      ["a/after", "done"],
    ]);
    const after = runs.find((one) => one.probe === "a/after")?.exchanges ?? [];
    expect(after.map((one) => [one.label, one.part, one.ending.kind])).toEqual([
      ["initialize", "setup", "enough"],
      ["initialized", "setup", "complete"],
      ["after", "ask", "enough"],
    ]);
    expect(warnings).toEqual([expect.stringContaining("a/deadly")]);
  });

  it("blames the probe before when the child had answered it and was dead by the next", async () => {
    const server = scripted((sent) => ({
      ...serves(sent),
      ...(messageIn(sent).method === "deadly" ? { dies: true } : {}),
    }));
    const { runs } = await run([hello, asks("a/deadly", "deadly"), asks("a/after", "after")], server, STDIO_TARGET);
    expect(runs.map((one) => [one.probe, one.outcome.kind])).toEqual([
      ["area/hello", "done"],
      ["a/deadly", "killed-child"],
      ["a/after", "done"],
    ]);
  });

  it("tries again on a fresh child before it blames the one before for a death at the first words", async () => {
    // The first child dies of whatever comes after "slowly": the next probe is innocent.
    let poisoned = false;
    const server = scripted((sent, child) => {
      const { method } = messageIn(sent);
      if (child === 1 && poisoned) return { dies: true, ending: { kind: "exited", code: 1, signal: null, stderr: "" } };
      if (method === "slowly") poisoned = true;
      return serves(sent);
    });
    const { runs } = await run([hello, asks("a/slowly", "slowly"), asks("a/after", "after")], server, STDIO_TARGET);
    expect(runs.map((one) => [one.probe, one.outcome.kind])).toEqual([
      ["area/hello", "done"],
      ["a/slowly", "killed-child"],
      ["a/after", "done"],
    ]);
    expect(runs.find((one) => one.probe === "a/after")?.exchanges.at(-1)?.ending.kind).toBe("enough");
  });

  it("blames the probe itself when it kills the fresh child too", async () => {
    const server = scripted((sent) => {
      if (messageIn(sent).method !== "deadly") return serves(sent);
      return { dies: true, ending: { kind: "exited", code: 1, signal: null, stderr: "" } };
    });
    const { runs } = await run([hello, asks("a/before", "before"), asks("a/deadly", "deadly")], server, STDIO_TARGET);
    expect(runs.map((one) => [one.probe, one.outcome.kind])).toEqual([
      ["area/hello", "done"],
      ["a/before", "done"],
      ["a/deadly", "killed-child"],
    ]);
  });
});

describe("gather() with retries", () => {
  it("runs again what could not be measured, each probe behind those that it stands on, and keeps the rest", async () => {
    let busy = true;
    const order: string[] = [];
    const server = scripted((sent) => {
      const { method } = messageIn(sent);
      order.push(method ?? "");
      return busy && method === "list" ? { ending: { kind: "timeout", phase: "head" } } : serves(sent);
    });
    const list = probe("a/list", async (kit) => (await kit.main()).ask("list", "list"));
    const stands = probe("a/early", async (kit) => (await kit.main()).ask("early", "early"), { after: ["a/list"] });
    const other = probe("a/other", async (kit) => (await kit.main()).ask("other", "other"));
    let last = 0;
    const { runs } = await gather(worldOf(server.wire, HTTP_TARGET), {
      revision: "2025-11-25",
      probes: [hello, stands, list, other],
      greeting: "area/hello",
      seeds: [],
      main: undefined,
      numbers: { next: () => (last += 1) },
      frame: { revision: "2025-11-25" } as Omit<Recording, "runs">,
      retries: 3,
      unmeasured: (recording) => {
        const ending = recording.runs.find((one) => one.probe === "a/list")?.exchanges[0]?.ending.kind;
        busy = false;
        return new Set(ending === "timeout" ? ["a/list", "a/early"] : []);
      },
    });
    expect(order.filter((one) => one === "other")).toHaveLength(1);
    expect(order.slice(-2)).toEqual(["list", "early"]);
    expect(runs.find((one) => one.probe === "a/list")?.exchanges[0]?.ending.kind).not.toBe("timeout");
  });
});
