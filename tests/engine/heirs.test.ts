import { describe, expect, it } from "vitest";
import { gather } from "../../src/engine/gather.ts";
import type { Sent } from "../../src/model/exchange.ts";
import { known, unknown } from "../../src/model/fact.ts";
import type { Kit, Probe } from "../../src/model/probe.ts";
import type { ProbeRun, Recording } from "../../src/model/recording.ts";
import type { Revision } from "../../src/model/revision.ts";
import { HTTP_TARGET, line, messageIn, type Play, STDIO_TARGET, scripted, worldOf } from "../support/scripted.ts";

function probe(id: string, talk: (kit: Kit) => Promise<unknown>, more: Partial<Probe> = {}): Probe {
  return {
    id,
    revisions: ["2026-07-28"],
    transports: ["http", "stdio"],
    impact: "read",
    after: [],
    ready: () => known(async (kit) => void (await talk(kit))),
    ...more,
  };
}

const hello = probe("area/hello", async (kit) => (await kit.main()).ask("discover", "server/discover"));
const opener = probe("area/opener", async (kit) => (await kit.fresh()).ask("open", "open"), { children: 1 });
const heir = probe("area/heir", async (kit) => (await kit.fresh()).ask("go on", "go on"), {
  children: 1,
  follows: ["area/nobody/1", "area/opener/1"],
});

function serves(sent: Sent): Play {
  return { frames: [line({ jsonrpc: "2.0", id: messageIn(sent).id, result: { resultType: "complete" } })] };
}

async function run(
  probes: readonly Probe[],
  play: (sent: Sent, connection: number) => Play | undefined = serves,
  target: typeof STDIO_TARGET | typeof HTTP_TARGET = STDIO_TARGET,
  revision: Revision = "2026-07-28",
): Promise<{ readonly spokenOn: (label: string) => string | undefined; readonly opened: number }> {
  const server = scripted(play);
  let last = 0;
  const { runs } = await gather(worldOf(server.wire, target), {
    revision,
    probes,
    greeting: "area/hello",
    seeds: [],
    main: undefined,
    numbers: { next: () => (last += 1) },
    frame: { revision } as Omit<Recording, "runs">,
  });
  const exchanges = runs.flatMap((one: ProbeRun) => one.exchanges);
  return {
    spokenOn: (label) => exchanges.find((one) => one.label === label)?.connection,
    opened: server.opened(),
  };
}

describe("Probe.follows", () => {
  it("goes on in the conversation that another probe has left, whatever stands first in the list", async () => {
    const { spokenOn, opened } = await run([hello, heir, opener]);
    expect(spokenOn("go on")).toBe("area/opener/1");
    expect(opened).toBe(2);
  });

  it("opens one of its own where the other probe is not run, had nothing to ask, or the transport is HTTP", async () => {
    expect((await run([hello, heir])).spokenOn("go on")).toBe("area/heir/1");
    const idle = { ...opener, ready: () => unknown("nothing to ask") };
    expect((await run([hello, heir, idle])).spokenOn("go on")).toBe("area/heir/1");
    expect((await run([hello, heir, opener], serves, HTTP_TARGET)).spokenOn("go on")).toBe("area/heir/1");
  });

  it("takes over no process that is gone, and none that refused what it was asked last", async () => {
    const dies = (sent: Sent): Play => ({ ...serves(sent), dies: messageIn(sent).method === "open" });
    expect((await run([hello, heir, opener], dies)).spokenOn("go on")).toBe("area/heir/1");
    const refuses = (sent: Sent): Play =>
      messageIn(sent).method === "open"
        ? { frames: [line({ jsonrpc: "2.0", id: messageIn(sent).id, error: { code: -32600, message: "no" } })] }
        : serves(sent);
    expect((await run([hello, heir, opener], refuses)).spokenOn("go on")).toBe("area/heir/1");
  });

  it("takes over no process that answered last in the way of the older revision", async () => {
    const legacy = (sent: Sent): Play =>
      messageIn(sent).method === "open"
        ? { frames: [line({ jsonrpc: "2.0", id: messageIn(sent).id, result: { tools: [] } })] }
        : serves(sent);
    expect((await run([hello, heir, opener], legacy)).spokenOn("go on")).toBe("area/heir/1");
  });

  it("hands one conversation on from probe to probe", async () => {
    const third = probe("area/third", async (kit) => (await kit.fresh()).ask("third", "third"), {
      children: 1,
      watches: true,
      follows: ["area/heir/1"],
    });
    const { spokenOn, opened } = await run([hello, third, heir, opener]);
    expect(spokenOn("third")).toBe("area/opener/1");
    expect(opened).toBe(2);
  });

  it("takes over no session of another version than that of the shared one (2025-11-25)", async () => {
    const speaks = (version: string) => (kit: Kit) => async () => {
      const talk = await kit.fresh({ greet: false });
      await talk.ask("open", "initialize", { protocolVersion: version, capabilities: {}, clientInfo: kit.clientInfo });
    };
    const follower = { ...heir, revisions: ["2025-11-25"] as const };
    const spokenIn = async (version: string): Promise<string | undefined> => {
      const opens = probe("area/opener", (kit) => speaks(version)(kit)(), { children: 1, revisions: ["2025-11-25"] });
      const greets = probe("area/hello", async (kit) =>
        (await kit.main()).ask("initialize", "initialize", {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: kit.clientInfo,
        }),
      );
      const negotiates = (sent: Sent): Play => {
        const { id, method, params } = messageIn(sent);
        const result =
          method === "initialize" ? { protocolVersion: params?.["protocolVersion"], capabilities: {} } : {};
        return { frames: id === undefined ? [] : [line({ jsonrpc: "2.0", id, result })] };
      };
      return (await run([greets, follower, opens], negotiates, STDIO_TARGET, "2025-11-25")).spokenOn("go on");
    };
    expect(await spokenIn("2025-11-25")).toBe("area/opener/1");
    expect(await spokenIn("2025-03-26")).toBe("area/heir/1");
  });

  it("leaves one conversation to one probe, and a second fresh one is new", async () => {
    const again = probe("area/again", async (kit) => (await kit.fresh()).ask("third", "third"), {
      children: 1,
      follows: ["area/opener/1"],
    });
    const twice = probe(
      "area/heir",
      async (kit) => {
        await (await kit.fresh()).ask("go on", "go on");
        await (await kit.fresh()).ask("anew", "anew");
      },
      { follows: ["area/opener/1"], children: 2 },
    );
    const both = await run([hello, opener, twice, again]);
    expect([both.spokenOn("go on"), both.spokenOn("anew")]).toEqual(["area/opener/1", "area/heir/2"]);
    expect(both.opened).toBe(4);
  });
});

describe("probes with children of their own", () => {
  it("run beside those in the shared child, even what may end its child; over HTTP the latter comes last and alone", async () => {
    const order = async (target: typeof STDIO_TARGET | typeof HTTP_TARGET): Promise<readonly string[]> => {
      const steps: string[] = [];
      let crashed = (): void => {};
      const crash = new Promise<void>((resolve) => {
        crashed = resolve;
      });
      const talker = probe("area/talker", async (kit) => {
        await (await kit.main()).ask("one", "one");
        // Beside means: this one need not end first.
        if (target === STDIO_TARGET) await crash;
        steps.push("talker ends");
      });
      const crasher = probe(
        "area/crasher",
        async () => {
          steps.push("crasher");
          crashed();
        },
        { children: 1, impact: "may-crash" },
      );
      await run([hello, talker, crasher], serves, target);
      return steps;
    };
    expect(await order(HTTP_TARGET)).toEqual(["talker ends", "crasher"]);
    expect(await order(STDIO_TARGET)).toEqual(["crasher", "talker ends"]);
  });

  it("may watch on one transport only", async () => {
    const steps: string[] = [];
    const watcher = probe(
      "area/watcher",
      async (kit) => {
        await kit.others();
        steps.push("watched");
      },
      { children: 1, impact: "may-crash", watches: "stdio" },
    );
    const talker = probe("area/talker", async (kit) => {
      await (await kit.main()).ask("one", "one");
      steps.push("talked");
    });
    await run([hello, watcher, talker]);
    expect(steps).toEqual(["talked", "watched"]);
  });
});
