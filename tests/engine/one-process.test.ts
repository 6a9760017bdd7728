import { describe, expect, it } from "vitest";
import { gather } from "../../src/engine/gather.ts";
import { known } from "../../src/model/fact.ts";
import type { Connection, Kit, Probe } from "../../src/model/probe.ts";
import type { ProbeRun, Recording } from "../../src/model/recording.ts";
import { line, messageIn, STDIO_TARGET, scripted, worldOf } from "../support/scripted.ts";

/** Servers of which one process lives at a time: the next one ends at its start, or the one before ends then. */
type Habit = "the next ends" | "the one before ends";

function probe(id: string, talk: (kit: Kit) => Promise<unknown>, more: Partial<Probe> = {}): Probe {
  return {
    id,
    revisions: ["2026-07-28"],
    transports: ["stdio"],
    impact: "read",
    after: [],
    ready: () => known(async (kit) => void (await talk(kit))),
    ...more,
  };
}

const hello = probe("area/hello", async (kit) => (await kit.main()).ask("discover", "server/discover"));
const shared = (id: string): Probe =>
  probe(id, async (kit) => {
    const talk = await kit.main();
    for (const label of ["one", "two", "three"]) await talk.ask(label, label);
  });
const own = (id: string, more: Partial<Probe> = {}): Probe =>
  probe(
    id,
    async (kit) => {
      const talk = await kit.fresh();
      for (const label of ["one", "two"]) await talk.ask(label, label);
    },
    { children: 1, ...more },
  );
const watcher = probe(
  "area/watcher",
  async (kit) => {
    const talk = await kit.fresh();
    await talk.ask("start", "start");
    await kit.others();
    await talk.ask("end", "end");
  },
  { children: 1, watches: true },
);

/** A wire on which a process is at the lock when it is opened, and leaves it when it is closed. */
function soleWire(habit: Habit): { readonly wire: ReturnType<typeof scripted>["wire"]; readonly most: () => number } {
  const { wire } = scripted((sent) => {
    const { id } = messageIn(sent);
    return { frames: [line({ jsonrpc: "2.0", id, result: {} })], afterMs: 1 };
  });
  const living = new Set<object>();
  let most = 0;
  return {
    most: () => most,
    wire: {
      ...wire,
      open(options) {
        const inner = wire.open(options);
        const self = {};
        const gone = { code: 1, signal: null, stderr: "another one is running" };
        if (habit === "the one before ends") living.clear();
        if (living.size === 0) living.add(self);
        most = Math.max(most, living.size);
        let closed = false;
        return {
          ...inner,
          gone: () => (living.has(self) || closed ? undefined : gone),
          async send(sent, listen) {
            const answer = await inner.send(sent, listen);
            return living.has(self) ? answer : { ...answer, frames: [], ending: { kind: "exited", ...gone } };
          },
          async close() {
            await new Promise((resolve) => setTimeout(resolve, 2));
            closed = living.delete(self);
          },
        } satisfies Connection;
      },
    },
  };
}

async function run(probes: readonly Probe[], habit: Habit, concurrency = 1): Promise<readonly ProbeRun[]> {
  let last = 0;
  const limits = { timeoutMs: 1000, startupTimeoutMs: 2000, preflightTimeoutMs: 500, concurrency };
  const { runs } = await gather(worldOf(soleWire(habit).wire, STDIO_TARGET, { limits }), {
    revision: "2026-07-28",
    probes,
    greeting: "area/hello",
    seeds: [],
    main: undefined,
    numbers: { next: () => (last += 1) },
    frame: { revision: "2026-07-28" } as Omit<Recording, "runs">,
  });
  return runs;
}

/** What each probe was answered, by its label. */
function answersIn(runs: readonly ProbeRun[]): readonly string[] {
  const asks = runs
    .filter((one) => one.probe !== "strays")
    .flatMap((one) => one.exchanges.map((ask) => ({ one, ask })));
  return asks.flatMap(({ one, ask }) =>
    ask.part === "ask" ? [`${one.probe} ${ask.label}: ${ask.ending.kind === "exited" ? "gone" : "served"}`] : [],
  );
}

const every = [hello, shared("area/a"), own("area/own"), shared("area/b"), watcher, own("area/more"), shared("area/c")];
const expected = [
  "area/hello discover",
  ...["one", "two", "three"].map((label) => `area/a ${label}`),
  ...["one", "two"].map((label) => `area/own ${label}`),
  ...["one", "two", "three"].map((label) => `area/b ${label}`),
  ...["start", "end"].map((label) => `area/watcher ${label}`),
  ...["one", "two"].map((label) => `area/more ${label}`),
  ...["one", "two", "three"].map((label) => `area/c ${label}`),
].map((one) => `${one}: served`);

describe("a server of which one process lives at a time", () => {
  for (const habit of ["the next ends", "the one before ends"] as const) {
    for (const concurrency of [1, 8]) {
      it(`is asked everything, where ${habit} (${concurrency} at once)`, async () => {
        expect(answersIn(await run(every, habit, concurrency))).toEqual(expected);
      });
    }
  }

  it("is not taken for dead because children were started ahead", async () => {
    const runs = await run([hello, own("area/own")], "the next ends");
    expect(answersIn(runs)[0]).toBe("area/hello discover: served");
  });
});

describe("a process that ends of what it is asked", () => {
  const dies = own("area/dies");

  it("is asked a second time with no other beside it, in a process with a name of its own", async () => {
    const asked: string[] = [];
    const server = scripted((sent, connection) => {
      const { id, method = "" } = messageIn(sent);
      asked.push(`${connection} ${method}`);
      return method === "two"
        ? { dies: true, ending: { kind: "exited", code: 1, signal: null, stderr: "" } }
        : { frames: [line({ jsonrpc: "2.0", id, result: {} })] };
    });
    let last = 0;
    const { runs } = await gather(worldOf(server.wire, STDIO_TARGET), {
      revision: "2026-07-28",
      probes: [hello, dies],
      greeting: "area/hello",
      seeds: [],
      main: undefined,
      numbers: { next: () => (last += 1) },
      frame: { revision: "2026-07-28" } as Omit<Recording, "runs">,
    });
    expect(asked.filter((one) => one.endsWith("two"))).toHaveLength(2);
    const exchanges = runs.find((one) => one.probe === "area/dies")?.exchanges ?? [];
    expect(exchanges.map((one) => [one.label, one.connection, one.ending.kind])).toEqual([
      ["one", "area/dies/2.1", "enough"],
      ["two", "area/dies/2.1", "exited"],
    ]);
  });
});
