import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { reference } from "../support/reference.ts";
import {
  type Changes,
  eventsOf,
  heard,
  held,
  INITIALIZE,
  legacyMessage,
  madeWorld,
  modernMessage,
  modernPost,
  openLegacy,
  request,
} from "./talk.ts";

const server = reference("2025-11-25");

describe("initialize", () => {
  it.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2024-11-05"],
    ["2099-01-01", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
  ])("asked for %s it agrees on %s", async (protocolVersion, agreed) => {
    const { result, id } = await openLegacy(server, { protocolVersion });
    expect(result["protocolVersion"]).toBe(agreed);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  it("says all that it can do", async () => {
    const { result } = await openLegacy(server);
    expect(Object.keys(result["capabilities"] as JsonObject).sort()).toEqual([
      "completions",
      "logging",
      "prompts",
      "resources",
      "tasks",
      "tools",
    ]);
    expect(result["serverInfo"]).toHaveProperty("title");
  });

  it("leaves out what an older version does not know", async () => {
    const old = await openLegacy(server, { protocolVersion: "2024-11-05" });
    expect(old.result["capabilities"]).not.toHaveProperty("completions");
    expect(old.result["serverInfo"]).not.toHaveProperty("title");
    const { last } = await old.ask("tools/list");
    expect(Object.keys((last["result"] as { readonly tools: readonly object[] }).tools[2] ?? {})).toEqual([
      "name",
      "description",
      "inputSchema",
    ]);
    const content = async (talk: typeof old) =>
      (
        (await talk.ask("tools/call", { name: "samples" })).last["result"] as {
          readonly content: readonly JsonObject[];
        }
      ).content.map((one) => one["type"]);
    expect(await content(old)).toEqual(["text", "image", "resource"]);
    expect(await content(await openLegacy(server))).toEqual(["text", "image", "audio", "resource_link", "resource"]);
  });

  it.each([[{ protocolVersion: 5 }], [{ capabilities: null }], [{ clientInfo: { name: "x" } }]])(
    "refuses %j and opens no session",
    async (params) => {
      const message = legacyMessage("initialize", { ...INITIALIZE, ...params });
      const plain = request("POST", JSON.stringify(message), [
        ["Content-Type", "application/json"],
        ["Accept", "*/*"],
      ]);
      const answer = await heard(await server.http(plain));
      expect(answer.last).toMatchObject({ id: message.id, error: { code: -32602 } });
      expect(answer.header("mcp-session-id")).toBeUndefined();
    },
  );

  it("is refused a second time in a session, which goes on", async () => {
    const talk = await openLegacy(server);
    expect((await talk.ask("initialize", INITIALIZE)).last).toMatchObject({ error: { code: -32600 } });
    expect((await talk.ask("ping")).last).toMatchObject({ result: {} });
  });
});

describe("sessions", () => {
  it.each<[string, Changes, number]>([
    ["no session", { "Mcp-Session-Id": null }, 400],
    ["an unknown session", { "Mcp-Session-Id": "0123" }, 404],
    ["no version", { "MCP-Protocol-Version": null }, 200],
    ["another version that is spoken", { "MCP-Protocol-Version": "2025-06-18" }, 200],
    ["a version that is not", { "MCP-Protocol-Version": "1900-01-01" }, 400],
    ["a modern version", { "MCP-Protocol-Version": "2026-07-28" }, 400],
    ["no version at all", { "MCP-Protocol-Version": "garbage" }, 400],
    ["text/plain", { "Content-Type": "text/plain" }, 415],
    ["JSON alone", { Accept: "application/json" }, 406],
    ["a foreign Origin", { Origin: "https://evil.example" }, 403],
  ])("with %s a ping is answered with %i", async (_name, changes, status) => {
    const talk = await openLegacy(server);
    expect((await heard(await talk.post(legacyMessage("ping"), changes))).status).toBe(status);
    const got = held200(await talk.get(changes));
    expect(got).toBe(changes["Content-Type"] !== undefined ? 200 : changes["Accept"] !== undefined ? 406 : status);
  });

  it("end by DELETE, with their streams", async () => {
    const talk = await openLegacy(server);
    const stream = held(await talk.get());
    expect((await heard(await talk.delete())).status).toBe(204);
    expect(stream.ended()).toBe(true);
    expect((await heard(await talk.post(legacyMessage("ping")))).status).toBe(404);
    expect((await heard(await talk.post({ jsonrpc: "2.0", method: "notifications/cancelled" }))).status).toBe(404);
    expect((await heard(await talk.get())).status).toBe(404);
    expect((await heard(await talk.delete())).status).toBe(404);
  });

  it("do not know each other", async () => {
    const [one, two] = [await openLegacy(server), await openLegacy(server)];
    await one.ask("resources/subscribe", { uri: "memo://notes/welcome" });
    const streams = [held(await one.get()), held(await two.get())];
    await one.ask("tools/call", { name: "touch" });
    const updated = streams.map(
      (stream) => stream.messages().filter(({ method }) => method === "notifications/resources/updated").length,
    );
    expect(updated).toEqual([1, 0]);
  });
});

function held200(response: Awaited<ReturnType<Awaited<ReturnType<typeof openLegacy>>["get"]>>): number {
  if (response.kind !== "answer") throw new Error("no answer");
  if (response.body.kind === "stream") held(response).leave();
  return response.status;
}

describe("messages", () => {
  it.each<[string, Json | string, number, JsonObject | ""]>([
    ["no JSON", '{"jsonrpc":"2.0","id":1,', 400, { code: -32700 }],
    ["no message", { hello: "world" }, 400, { code: -32600 }],
    ["no method", { jsonrpc: "2.0", id: 4, params: {} }, 400, { code: -32600 }],
    ["a batch", [legacyMessage("ping"), legacyMessage("ping")], 400, { code: -32600 }],
    ["an unknown method", legacyMessage("no/such"), 200, { code: -32601 }],
    ["a modern method", legacyMessage("server/discover"), 200, { code: -32601 }],
    ["an unknown notification", { jsonrpc: "2.0", method: "notifications/none" }, 202, ""],
    ["a response to nothing", { jsonrpc: "2.0", id: "none", result: {} }, 202, ""],
    ["an unknown tool", legacyMessage("tools/call", { name: "none" }), 200, { code: -32602 }],
    ["a call without name", legacyMessage("tools/call", {}), 200, { code: -32602 }],
    [
      "an unknown resource",
      legacyMessage("resources/read", { uri: "memo://notes/welcome/none" }),
      200,
      { code: -32002 },
    ],
    ["a uri that is none", legacyMessage("resources/read", { uri: "not a uri" }), 200, { code: -32602 }],
    ["an unknown prompt", legacyMessage("prompts/get", { name: "none" }), 200, { code: -32602 }],
    ["a prompt without its argument", legacyMessage("prompts/get", { name: "translate" }), 200, { code: -32602 }],
    ["a made-up cursor", legacyMessage("tools/list", { cursor: "!!not-a-cursor" }), 200, { code: -32602 }],
    ["an unknown level", legacyMessage("logging/setLevel", { level: "warn" }), 200, { code: -32602 }],
    [
      "a completion without argument",
      legacyMessage("completion/complete", { ref: { type: "ref/prompt", name: "translate" } }),
      200,
      { code: -32602 },
    ],
    ["params that are an array", { jsonrpc: "2.0", id: 5, method: "ping", params: [] }, 200, { code: -32602 }],
  ])("%s", async (_name, message, status, error) => {
    const talk = await openLegacy(server);
    const answer = await heard(await talk.post(message));
    expect(answer.status).toBe(status);
    if (error === "") expect(answer.text).toBe("");
    else expect(answer.last["error"]).toMatchObject(error);
    const id = typeof message === "string" || Array.isArray(message) ? undefined : (message as JsonObject)["id"];
    expect(answer.last["id"]).toEqual(error === "" ? undefined : id);
  });

  it("come as batches in 2025-03-26", async () => {
    const talk = await openLegacy(server, { protocolVersion: "2025-03-26" });
    const [one, two] = [legacyMessage("ping"), legacyMessage("tools/call", { name: "countdown" })];
    const { messages } = await heard(await talk.post([one, two, { jsonrpc: "2.0", method: "notifications/none" }, 5]));
    const responses = messages.filter((message) => !("method" in message));
    expect(responses.map(({ id, error }) => id ?? (error as JsonObject)["code"]).sort()).toEqual(
      [-32600, one.id, two.id].sort(),
    );
    expect((await heard(await talk.post([{ jsonrpc: "2.0", method: "notifications/none" }]))).status).toBe(202);
    expect((await heard(await talk.post([]))).status).toBe(400);
  });

  it("bad arguments are for the model to mend, and were an error before", async () => {
    const call = async (protocolVersion: string) =>
      (await (await openLegacy(server, { protocolVersion })).ask("tools/call", { name: "sum", arguments: { a: "1" } }))
        .last;
    expect(await call("2025-11-25")).toMatchObject({ result: { isError: true } });
    expect(await call("2025-06-18")).toMatchObject({ error: { code: -32602 } });
  });

  it("a request is cancelled without an answer", async () => {
    const world = madeWorld();
    const talk = await openLegacy(reference("2025-11-25", {}, world));
    const message = legacyMessage("tools/call", { name: "countdown", _meta: { progressToken: "p" } });
    const stream = held(await talk.post(message));
    world.pass(25);
    for (const requestId of [message.id, message.id, "none", null]) {
      expect(
        (await heard(await talk.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } })))
          .status,
      ).toBe(202);
    }
    world.pass(60_000);
    expect(stream.ended()).toBe(true);
    expect(stream.messages().map(({ method }) => method)).toEqual(["notifications/progress", "notifications/message"]);
  });

  it("too many calls in a second are told to come later, and nothing else is", async () => {
    const world = madeWorld();
    const talk = await openLegacy(reference("2025-11-25", { callsPerSecond: 2 }, world));
    const call = async () => (await talk.ask("tools/call", { name: "now" })).last["result"] as JsonObject;
    expect([(await call())["isError"], (await call())["isError"]]).toEqual([undefined, undefined]);
    expect(await call()).toMatchObject({ isError: true });
    expect((await talk.ask("tools/list")).last).toHaveProperty("result.tools");
    world.pass(1000);
    expect((await call())["isError"]).toBeUndefined();
  });

  it("streams end when the server closes", async () => {
    const own = reference("2025-11-25");
    const stream = held(await (await openLegacy(own)).get());
    own.close();
    expect(stream.ended()).toBe(true);
  });

  it("log messages keep to the level", async () => {
    const talk = await openLegacy(server);
    const levels = async () => {
      const { messages } = await talk.ask("tools/call", { name: "countdown" });
      return messages.flatMap(({ params }) => (params === undefined ? [] : [(params as JsonObject)["level"]]));
    };
    expect(await levels()).toEqual(["info", "notice"]);
    await talk.ask("logging/setLevel", { level: "debug" });
    expect(await levels()).toEqual(["info", "debug", "notice"]);
    await talk.ask("logging/setLevel", { level: "emergency" });
    expect(await levels()).toEqual([]);
  });
});

describe("event streams", () => {
  const events = (text: string) =>
    [...text.matchAll(/^id: (.*)\n(?:event: message\n)?data:(.*)$/gm)].map(([, id, data]) => [id, data?.trim() === ""]);

  it("begin with an empty event that has an id, and no id comes twice in a session", async () => {
    const talk = await openLegacy(reference("2025-11-25", { sse: "always" }));
    const texts = [held(await talk.get()).text()];
    for (const method of ["ping", "tools/list", "prompts/list"]) texts.push((await talk.ask(method)).text);
    const all = texts.map(events);
    for (const stream of all) expect(stream[0]?.[1]).toBe(true);
    const ids = all.flat().map(([id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(7);
  });

  it("have no ids for versions that do not expect the empty event", async () => {
    const talk = await openLegacy(reference("2025-11-25", { sse: "always" }), { protocolVersion: "2025-06-18" });
    expect((await talk.ask("ping")).text).toMatch(/^event: message\ndata: \{.*\}\n\n$/);
  });

  it("are taken up where they broke, each on its own", async () => {
    const world = madeWorld();
    const talk = await openLegacy(reference("2025-11-25", {}, world));
    const message = legacyMessage("tools/call", { name: "countdown", _meta: { progressToken: "p" } });
    const broken = held(await talk.post(message));
    world.pass(25);
    broken.leave();
    const other = held(await talk.post(legacyMessage("tools/call", { name: "countdown" })));
    world.pass(60_000);
    expect(other.ended()).toBe(true);
    const [, last = ""] = [...broken.text().matchAll(/^id: (.*)$/gm)].at(-1) ?? [];
    const resumed = await heard(await talk.get({ "Last-Event-ID": last }));
    const values = [...eventsOf(broken.text()), ...resumed.messages].flatMap(({ method, params, id }) =>
      method === "notifications/progress" ? [(params as JsonObject)["progress"]] : id === undefined ? [] : [id],
    );
    expect(values).toEqual([1, 2, 3, message.id]);
    expect((await heard(await talk.get({ "Last-Event-ID": "99-1" }))).status).toBe(400);
    expect((await heard(await talk.get({ "Last-Event-ID": "garbage" }))).status).toBe(400);
  });

  it("a message that belongs to no request goes out on one of them", async () => {
    const talk = await openLegacy(server);
    const streams = [held(await talk.get()), held(await talk.get())];
    await talk.ask("tools/call", { name: "touch" });
    expect(streams.map((stream) => stream.messages().length)).toEqual([3, 0]);
    streams[0]?.leave();
    await talk.ask("tools/call", { name: "touch" });
    expect(streams.map((stream) => stream.messages().length)).toEqual([3, 3]);
  });
});

describe("both eras at one endpoint", () => {
  const dual = reference("dual");

  it("serves modern requests beside a session, and both after each other", async () => {
    const talk = await openLegacy(dual);
    expect((await heard(await dual.http(modernPost(modernMessage("server/discover"))))).status).toBe(200);
    expect((await talk.ask("ping")).last).toMatchObject({ result: {} });
    expect((await talk.ask("server/discover")).last).toMatchObject({ error: { code: -32601 } });
    expect((await heard(await dual.http(modernPost(modernMessage("ping"))))).status).toBe(404);
  });

  it.each<[string, Json, Changes, number, number]>([
    ["no _meta", { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }, {}, 400, -32602],
    ["no header for the version", modernMessage("tools/list"), { "MCP-Protocol-Version": null }, 400, -32020],
    [
      "a legacy header on a modern body",
      modernMessage("tools/list"),
      { "MCP-Protocol-Version": "2025-11-25" },
      400,
      -32020,
    ],
    ["a session header on a modern body", modernMessage("none"), { "Mcp-Session-Id": "x" }, 404, -32601],
    ["initialize with modern _meta", modernMessage("initialize"), {}, 404, -32601],
  ])("judges %s as a modern request", async (_name, message, changes, status, code) => {
    const answer = await heard(await dual.http(modernPost(message, changes)));
    expect([answer.status, (answer.last["error"] as JsonObject)["code"]]).toEqual([status, code]);
  });

  it("allows GET and DELETE to sessions only", async () => {
    const bare = (method: string, headers: Changes) =>
      request(method, "", Object.entries({ Accept: "text/event-stream", ...headers }) as [string, string][]);
    for (const method of ["GET", "DELETE"]) {
      expect((await heard(await dual.http(bare(method, { "MCP-Protocol-Version": "2026-07-28" })))).status).toBe(405);
      expect((await heard(await dual.http(bare(method, {})))).status).toBe(400);
    }
  });
});
