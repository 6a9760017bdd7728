/** The mutation kit: each twist shows, in memory, over real HTTP and in a real child alike. */
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import type { Answer, Sent } from "../../src/model/exchange.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import type { Wire } from "../../src/model/probe.ts";
import type { Revision, TransportKind } from "../../src/model/revision.ts";
import { messagesOf } from "../../src/protocol/jsonrpc.ts";
import { listenHttp } from "../../src/runtime/serve-http.ts";
import { spawnChild } from "../../src/runtime/spawn.ts";
import { createWire } from "../../src/wire/wire.ts";
import { createMemoryWire } from "../support/memory-wire.ts";
import { set } from "../support/mutate.ts";
import { MEMORY_URL } from "../support/reference.ts";
import mutants from "../support/samples/mutants.ts";
import { stdioTarget } from "../support/stdio-target.ts";
import { INITIALIZE, legacyMessage, modernMessage, modernPost } from "./talk.ts";

const FILE = fileURLToPath(new URL("../support/samples/mutants.ts", import.meta.url));
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function named(name: string) {
  const found = mutants.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no mutant ${name}`);
  return found;
}

/** What a client sees of a mutant. */
interface Seen {
  readonly status: number | undefined;
  readonly headers: { readonly [name: string]: string };
  readonly messages: readonly JsonObject[];
  readonly ending: Answer["ending"]["kind"];
  readonly answer: Answer;
}

/** A client of a mutant: in memory, or with real sockets and children. Greets first where the revision wants it. */
async function client(name: string, revision: Revision, transport: TransportKind, real: boolean) {
  const start = performance.now();
  const now = () => performance.now() - start;
  const server = named(name).server(revision);
  let url = MEMORY_URL;
  if (real && transport === "http") {
    const listening = await listenHttp(server.http);
    ends.push(() => listening.close());
    url = listening.url;
  }
  const target =
    transport === "http" ? ({ kind: "http", url, headers: [] } as const) : stdioTarget(revision, { file: FILE, name });
  const wire: Wire = real ? createWire(target, { now, spawn: spawnChild }) : createMemoryWire(server, target, { now });
  ends.push(() => wire.close());
  const connection = wire.open();
  let session: string | undefined;

  async function send(message: JsonObject, timeoutMs = 5000): Promise<Seen> {
    const id = message["id"] as number;
    const post = modernPost(message);
    const own = [
      ["Mcp-Session-Id", session ?? ""],
      ["MCP-Protocol-Version", "2025-11-25"],
    ] as const;
    const headers =
      revision === "2026-07-28"
        ? post.headers.filter(([key]) => key !== "Host")
        : [
            ...post.headers.filter(([key]) => /^(content-type|accept)$/i.test(key)),
            ...(session === undefined ? [] : own),
          ];
    const sent: Sent =
      transport === "http"
        ? { kind: "http", method: "POST", url, headers, body: post.body, ids: [id] }
        : { kind: "stdio", writes: [`${post.body}\n`], ids: id === undefined ? [] : [id] };
    const answer = await connection.send(sent, {
      enough: (frame) =>
        transport === "stdio" && messagesOf(frame).some(({ json }) => json["id"] === id && !("method" in json)),
      timeoutMs: transport === "stdio" && id === undefined ? 0 : timeoutMs,
    });
    const head = answer.frames.find((frame) => frame.kind === "head");
    return {
      status: head?.status,
      headers: Object.fromEntries((head?.headers ?? []).map(([key, value]) => [key.toLowerCase(), value])),
      messages: answer.frames.flatMap((frame) => messagesOf(frame).map(({ json }) => json)),
      ending: answer.ending.kind,
      answer,
    };
  }

  const ask = (method: string, params: JsonObject = {}, timeoutMs?: number) =>
    send(revision === "2026-07-28" ? modernMessage(method, params) : legacyMessage(method, params), timeoutMs);

  async function greet(): Promise<Seen> {
    const first = await (revision === "2026-07-28" ? ask("server/discover") : ask("initialize", INITIALIZE));
    session = first.headers["mcp-session-id"];
    if (revision === "2025-11-25") await send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return first;
  }
  return { send, ask, greet, connection };
}

/** In memory all of it; with sockets and children once each, for they take their time. */
const EVERYWHERE = [
  ["2025-11-25", "http", false],
  ["2025-11-25", "stdio", false],
  ["2026-07-28", "http", false],
  ["2026-07-28", "stdio", false],
  ["2025-11-25", "http", true],
  ["2026-07-28", "stdio", true],
] as const;

describe.each(EVERYWHERE)("%s over %s, real: %s", (revision, transport, real) => {
  const open = (name: string) => client(name, revision, transport, real);
  const resultIn = (seen: Seen) => seen.messages.at(-1)?.["result"] as JsonObject | undefined;

  it("messages are changed, doubled, kept back", async () => {
    const plain = await open("no jsonrpc");
    expect((await plain.greet()).messages[0]).not.toHaveProperty("jsonrpc");
    const withNull = await open("error is null");
    await withNull.greet();
    expect((await withNull.ask("tools/list")).messages).toMatchObject([{ error: null, result: {} }]);
    const text = await open("code is text");
    await text.greet();
    expect((await text.ask("no/such")).messages).toMatchObject([{ error: { code: "-32601" } }]);
    const silent = await open("never answers a list");
    await silent.greet();
    expect((await silent.ask("tools/list", {}, 150)).ending).toBe("timeout");
    const twice = await open("answers twice");
    await twice.greet();
    const seen = (await twice.ask("tools/list")).messages.length;
    // On stdio the first one ends the exchange; the second belongs to none.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen + twice.connection.strays().length).toBe(2);
  });

  it("state is a server's own", async () => {
    for (let round = 0; round < 2; round += 1) {
      const { greet, ask } = await open("the second list is empty");
      await greet();
      expect(resultIn(await ask("tools/list"))?.["tools"]).toHaveLength(3);
      expect(resultIn(await ask("tools/list"))?.["tools"]).toHaveLength(0);
    }
  });

  it("what is told is changed", async () => {
    const { greet, send } = await open("progress comes twice");
    await greet();
    const params = { name: "countdown", arguments: { from: 1 } };
    const message =
      revision === "2026-07-28"
        ? modernMessage("tools/call", params, { progressToken: "p" })
        : legacyMessage("tools/call", { ...params, _meta: { progressToken: "p" } });
    const told = (await send(message)).messages.filter(({ method }) => method === "notifications/progress");
    expect(told).toHaveLength(2);
  });

  it("handlers and offers are replaced", async () => {
    const handled = await open("another handler");
    await handled.greet();
    expect((await handled.ask("tools/list", { cursor: "x" })).messages).toMatchObject([
      { error: { message: "no more" } },
    ]);
    const own = await open("a tool of its own");
    await own.greet();
    expect(resultIn(await own.ask("tools/list"))?.["tools"]).toMatchObject([{ name: "shout" }]);
    expect(
      resultIn(await own.ask("tools/call", { name: "shout", arguments: { word: "hey" } }))?.["content"],
    ).toMatchObject([{ text: "hey!" }]);
    const odd = resultIn(await (await open("tools are true")).greet())?.["capabilities"] as JsonObject;
    expect([odd["tools"], "logging" in odd]).toEqual([true, false]);
    const without = await open("no prompts");
    expect((resultIn(await without.greet()) as JsonObject)["capabilities"]).not.toHaveProperty("prompts");
    expect((await without.ask("prompts/list")).messages).toMatchObject([{ error: { code: -32601 } }]);
  });

  it("the server ends, before its answer or after", async () => {
    const gone = transport === "http" ? "refused" : "exited";
    const before = await open("dies of a list");
    await before.greet();
    // A wire may try a connection that broke once more, and find that nobody listens.
    expect(transport === "http" ? ["reset", "refused"] : ["exited"]).toContain((await before.ask("tools/list")).ending);
    expect((await before.ask("tools/list")).ending).toBe(gone);
    const after = await open("answers a list and dies");
    await after.greet();
    expect(resultIn(await after.ask("tools/list"))?.["tools"]).toHaveLength(3);
    expect(["reset", "refused", "exited"]).toContain((await after.ask("prompts/list")).ending);
    expect((await after.ask("prompts/list")).ending).toBe(gone);
    if (transport === "stdio") expect(after.connection.gone()).toMatchObject({ code: 1, signal: null });
  });

  if (transport === "http") {
    it("HTTP answers are changed, pages and dropped connections too", async () => {
      expect(await (await open("text/plain")).greet()).toMatchObject({
        status: 201,
        headers: { "content-type": "text/plain" },
        ending: "complete",
      });
      expect(await (await open("a page")).greet()).toMatchObject({ status: 502, messages: [], ending: "complete" });
      const { answer } = await (await open("other event names")).greet();
      expect(answer.frames.filter((frame) => frame.kind === "event" && frame.event === "response")).toHaveLength(1);
      expect((await (await open("drops the connection")).greet()).ending).toBe("reset");
    });
  } else {
    it("lines are changed", async () => {
      const pretty = await (await open("pretty")).ask(
        revision === "2026-07-28" ? "server/discover" : "ping",
        {},
        real ? 2500 : 200,
      );
      expect(pretty.ending).toBe("timeout");
      const [first, second] = pretty.answer.frames.map((frame) => (frame.kind === "line" ? frame.text : ""));
      expect([first, second]).toEqual(["ready", "{"]);
      const latin = await open("latin1");
      await latin.greet();
      const { answer } = await latin.ask("resources/list");
      expect(answer.frames.some((frame) => frame.kind === "line" && frame.invalidUtf8 === true)).toBe(true);
      const [stays, stubborn] = [await open("stays after the end"), await open("will not go")];
      await Promise.all([stays, stubborn].map((one) => one.greet()));
      await Promise.all([stays, stubborn].map((one) => one.connection.close()));
      expect(stays.connection.gone()).toMatchObject({ code: null, signal: "SIGTERM" });
      expect(stubborn.connection.gone()).toMatchObject({ code: null, signal: "SIGKILL" });
    });
  }
});

describe("2026-07-28 alone", () => {
  it.each(["http", "stdio"] as const)("one member is set (%s)", async (transport) => {
    const { ask } = await client("ttlMs is -1", "2026-07-28", transport, false);
    expect((await ask("resources/list")).messages).toMatchObject([{ result: { ttlMs: -1 } }]);
    expect((await ask("tools/list")).messages).toMatchObject([{ result: { ttlMs: 60_000 } }]);
  });

  it.each(["http", "stdio"] as const)("what is heard is changed (%s)", async (transport) => {
    const { send } = await client("_meta may be left out", "2026-07-28", transport, false);
    const message = { jsonrpc: "2.0", id: 77, method: "tools/list", params: {} };
    expect((await send(message)).messages).toMatchObject([{ id: 77, result: { resultType: "complete" } }]);
  });

  it("requests are changed", async () => {
    const server = named("Mcp-Method may be left out").server("2026-07-28");
    const response = await server.http(modernPost(modernMessage("tools/list"), { "Mcp-Method": null }));
    expect(response).toMatchObject({ kind: "answer", status: 200 });
  });
});

describe("set", () => {
  it.each<[Json, string, Json | undefined, Json]>([
    [{ a: { b: 1 } }, "/a/b", 2, { a: { b: 2 } }],
    [{ a: { b: 1 } }, "/a/c", null, { a: { b: 1, c: null } }],
    [{ a: { b: 1 } }, "/a/b", undefined, { a: {} }],
    [{ a: { b: 1 } }, "/x/b", 2, { a: { b: 1 } }],
    [{ a: [{ b: 1 }, { b: 2 }] }, "/a/1/b", [3], { a: [{ b: 1 }, { b: [3] }] }],
    [{ a: [{ b: 1 }, {}] }, "/a/-/b", [], { a: [{ b: [] }, { b: [] }] }],
    [[1, 2], "/0", undefined, [2]],
    [[1, 2], "/0", null, [null, 2]],
    [{ "a/b": { "~": 1 } }, "/a~1b/~0", 2, { "a/b": { "~": 2 } }],
    [1, "", 2, 2],
  ])("%j %s %j", (value, pointer, to, expected) => {
    expect(set(value, pointer, to)).toEqual(expected);
  });
});
