import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { reference } from "../support/reference.ts";
import { INITIALIZE, legacyMessage, madeWorld, modernMessage, openProcess, type ProcessTalk } from "./talk.ts";

const META = "io.modelcontextprotocol/";

async function greeted(talk: ProcessTalk, more: JsonObject = {}): Promise<JsonObject> {
  const answer = await talk.ask(legacyMessage("initialize", { ...INITIALIZE, ...more }));
  talk.write({ jsonrpc: "2.0", method: "notifications/initialized" });
  return answer["result"] as JsonObject;
}

describe("lines", () => {
  it("are one message each, whatever the pieces that they come in", async () => {
    const talk = openProcess(reference("2026-07-28"));
    const message = { ...modernMessage("server/discover"), id: "é-世界-🚀\u2028" };
    const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\r\n\n`);
    for (let i = 0; i < bytes.length; i += 3) talk.bytes(bytes.subarray(i, i + 3));
    expect(talk.messages()).toMatchObject([{ id: message.id, result: { resultType: "complete" } }]);
    talk.write(...Array.from({ length: 5 }, () => modernMessage("tools/list")));
    expect(talk.lines).toHaveLength(6);
    expect(talk.lines.every((line) => line.startsWith('{"jsonrpc":"2.0"'))).toBe(true);
  });

  it.each(["2025-11-25", "2026-07-28", "dual"] as const)(
    "that are no message are refused without an id (%s)",
    (eras) => {
      const talk = openProcess(reference(eras));
      talk.write('{"jsonrpc":"2.0","id":', { hello: "world" }, [], { jsonrpc: "2.0", id: "r", params: {} });
      expect(talk.messages()).toMatchObject([
        { error: { code: -32700 } },
        { error: { code: -32600 } },
        { error: { code: -32600 } },
        { id: "r", error: { code: -32600 } },
      ]);
      for (const one of talk.messages().slice(0, 3)) expect(one).not.toHaveProperty("id");
      expect(talk.exit()).toBeUndefined();
    },
  );

  it("end the process when they end, after a word to who listens", async () => {
    const talk = openProcess(reference("2026-07-28"));
    const message = modernMessage("subscriptions/listen", { notifications: {} });
    talk.write(message);
    talk.end();
    expect(talk.exit()).toBe(0);
    expect(talk.messages().at(-2)).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: message.id },
    });
    expect(talk.messages().at(-1)).toMatchObject({
      id: message.id,
      result: { _meta: { [`${META}subscriptionId`]: message.id } },
    });
  });
});

describe("2026-07-28", () => {
  it("serves any method first, and each request for itself", async () => {
    const talk = openProcess(reference("2026-07-28"));
    expect(await talk.ask(modernMessage("prompts/list"))).toHaveProperty("result.prompts");
    const errors = [
      [{ ...modernMessage("tools/list"), params: {} }, -32602],
      [modernMessage("tools/list", {}, { [`${META}protocolVersion`]: "1900-01-01" }), -32022],
      [modernMessage("no/such"), -32601],
      [modernMessage("ping"), -32601],
      [legacyMessage("initialize", INITIALIZE), -32022],
      [modernMessage("tools/call", { name: "greet" }), -32021],
    ] as const;
    for (const [message, code] of errors)
      expect(await talk.ask(message)).toMatchObject({ id: message.id, error: { code } });
  });

  it("says nothing of a cancelled request, and nothing to notifications", async () => {
    const world = madeWorld();
    const talk = openProcess(reference("2026-07-28", {}, world));
    const slow = modernMessage("tools/call", { name: "countdown", arguments: { from: 100 } }, { progressToken: "p" });
    const listening = modernMessage("subscriptions/listen", { notifications: { toolsListChanged: true } });
    talk.write(slow, listening);
    world.pass(25);
    expect(talk.lines).toHaveLength(2);
    for (const params of [
      { requestId: slow.id },
      { requestId: listening.id },
      { requestId: "never" },
      { requestId: {} },
      {},
    ]) {
      talk.write({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    }
    talk.write({ jsonrpc: "2.0", method: "notifications/cancelled" }, { jsonrpc: "2.0", method: "notifications/none" });
    world.pass(60_000);
    await talk.ask(modernMessage("tools/call", { name: "touch" }));
    expect(talk.lines).toHaveLength(3);
  });

  it("tells each subscription its own", async () => {
    const talk = openProcess(reference("2026-07-28"));
    const [one, two] = [
      modernMessage("subscriptions/listen", { notifications: { toolsListChanged: true } }),
      { ...modernMessage("subscriptions/listen", { notifications: { promptsListChanged: true } }), id: "two" },
    ];
    talk.write(one, two);
    await talk.ask(modernMessage("tools/call", { name: "touch" }));
    const told = talk.messages().flatMap(({ method, params }) => {
      const meta = (params as JsonObject | undefined)?.["_meta"] as JsonObject | undefined;
      return method === undefined ? [] : [[method, meta?.[`${META}subscriptionId`]]];
    });
    expect(told).toEqual([
      ["notifications/subscriptions/acknowledged", one.id],
      ["notifications/subscriptions/acknowledged", "two"],
      ["notifications/tools/list_changed", one.id],
      ["notifications/prompts/list_changed", "two"],
    ]);
  });

  it("gives out cursors that another process takes", async () => {
    const page = (await openProcess(reference("2026-07-28")).ask(modernMessage("tools/list")))["result"] as JsonObject;
    const next = await openProcess(reference("2026-07-28")).ask(
      modernMessage("tools/list", { cursor: page["nextCursor"] ?? null }),
    );
    expect(next).toHaveProperty("result.tools");
  });
});

describe("2025-11-25", () => {
  it("wants initialize first, once", async () => {
    const talk = openProcess(reference("2025-11-25"));
    expect(await talk.ask(legacyMessage("tools/list"))).toMatchObject({ error: { code: -32600 } });
    expect(await talk.ask(modernMessage("server/discover"))).toMatchObject({ error: { code: -32601 } });
    expect(await talk.ask(legacyMessage("ping"))).toMatchObject({ result: {} });
    expect((await greeted(talk))["protocolVersion"]).toBe("2025-11-25");
    expect(await talk.ask(legacyMessage("tools/list"))).toHaveProperty("result.tools");
    expect(await talk.ask(legacyMessage("initialize", INITIALIZE))).toMatchObject({ error: { code: -32600 } });
  });

  it("asks the client, and tells it of changes", async () => {
    const talk = openProcess(reference("2025-11-25"));
    await greeted(talk, { capabilities: { elicitation: {} } });
    const call = legacyMessage("tools/call", { name: "greet", arguments: {} });
    talk.write(call);
    const asked = talk.messages().at(-1);
    expect(asked).toMatchObject({ method: "elicitation/create" });
    talk.write({
      jsonrpc: "2.0",
      id: asked?.["id"] ?? null,
      result: { action: "accept", content: { firstName: "Ada" } },
    });
    expect(talk.messages().at(-1)).toMatchObject({ id: call.id, result: { content: [{ text: "Hello, Ada!" }] } });
    await talk.ask(legacyMessage("resources/subscribe", { uri: "memo://notes/welcome" }));
    const before = talk.lines.length;
    await talk.ask(legacyMessage("tools/call", { name: "touch" }));
    expect(
      talk
        .messages()
        .slice(before)
        .map(({ method }) => method),
    ).toEqual([
      "notifications/tools/list_changed",
      "notifications/prompts/list_changed",
      "notifications/resources/list_changed",
      "notifications/resources/updated",
      undefined,
    ]);
  });

  it("takes batches where 2025-03-26 was agreed on", async () => {
    const talk = openProcess(reference("2025-11-25"));
    await greeted(talk, { protocolVersion: "2025-03-26" });
    const before = talk.lines.length;
    talk.write([legacyMessage("ping"), legacyMessage("ping")]);
    expect(talk.lines.length - before).toBe(2);
  });
});

describe("both eras in one process", () => {
  it("are told apart by what the request carries", async () => {
    const talk = openProcess(reference("dual"));
    expect(await talk.ask(legacyMessage("tools/list"))).toMatchObject({ error: { code: -32602 } });
    expect(await talk.ask(modernMessage("server/discover"))).toHaveProperty("result.supportedVersions");
    await greeted(talk);
    expect(await talk.ask(legacyMessage("tools/list"))).not.toHaveProperty("result.resultType");
    expect(await talk.ask(modernMessage("tools/list"))).toHaveProperty("result.resultType");
    expect(await talk.ask(modernMessage("ping"))).toMatchObject({ error: { code: -32601 } });
  });
});
