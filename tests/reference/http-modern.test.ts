import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { reference } from "../support/reference.ts";
import { ask, type Changes, heard, held, madeWorld, modernMessage, modernPost, request } from "./talk.ts";

const META = "io.modelcontextprotocol/";
const server = reference("2026-07-28");

/** Status and error code of an answer. */
async function refusal(message: Json, changes: Changes = {}): Promise<readonly [number, Json | undefined]> {
  const { status, last } = await heard(await server.http(modernPost(message, changes)));
  return [status, (last["error"] as JsonObject | undefined)?.["code"]];
}

function bare(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id: 1, method, params };
}

describe("order of the checks", () => {
  const noVersion = { [`${META}clientCapabilities`]: {} };
  const noCapabilities = { [`${META}protocolVersion`]: "2026-07-28" };
  const old = { [`${META}protocolVersion`]: "1900-01-01" };
  it.each<[string, Json, Changes, number, number | undefined]>([
    ["no _meta", bare("server/discover", {}), {}, 400, -32602],
    ["no params", { jsonrpc: "2.0", id: 1, method: "tools/list" }, {}, 400, -32602],
    ["_meta is text", bare("tools/list", { _meta: "text" }), {}, 400, -32602],
    ["_meta without version, though the header has it", bare("tools/list", { _meta: noVersion }), {}, 400, -32602],
    ["_meta without capabilities", bare("tools/list", { _meta: noCapabilities }), {}, 400, -32602],
    [
      "capabilities are an array",
      modernMessage("tools/list", {}, { [`${META}clientCapabilities`]: [] }),
      {},
      400,
      -32602,
    ],
    ["unknown log level", modernMessage("tools/list", {}, { [`${META}logLevel`]: "loud" }), {}, 400, -32602],
    ["no version header", modernMessage("tools/list"), { "MCP-Protocol-Version": null }, 400, -32020],
    ["another version header", modernMessage("tools/list"), { "MCP-Protocol-Version": "1999-01-01" }, 400, -32020],
    ["another version in the body", modernMessage("tools/list", {}, old), {}, 400, -32020],
    ["no method header", modernMessage("tools/list"), { "Mcp-Method": null }, 400, -32020],
    ["another method header", modernMessage("tools/list"), { "Mcp-Method": "server/discover" }, 400, -32020],
    ["the method in other letters", modernMessage("tools/list"), { "Mcp-Method": "TOOLS/LIST" }, 400, -32020],
    [
      "unsupported, header and body agree",
      modernMessage("tools/list", {}, old),
      { "MCP-Protocol-Version": "1900-01-01" },
      400,
      -32022,
    ],
    [
      "a legacy version",
      modernMessage("tools/list", {}, { [`${META}protocolVersion`]: "2025-11-25" }),
      { "MCP-Protocol-Version": "2025-11-25" },
      400,
      -32022,
    ],
    ["unknown method", modernMessage("no/such"), {}, 404, -32601],
    ["a name of every object", modernMessage("constructor"), {}, 404, -32601],
    [
      "unknown method and version",
      modernMessage("no/such", {}, old),
      { "MCP-Protocol-Version": "1900-01-01" },
      400,
      -32022,
    ],
    ["no name header", modernMessage("tools/call", { name: "now" }), { "Mcp-Name": null }, 400, -32020],
    ["another name header", modernMessage("tools/call", { name: "now" }), { "Mcp-Name": "echo" }, 400, -32020],
    [
      "another uri header",
      modernMessage("resources/read", { uri: "memo://notes/welcome" }),
      { "Mcp-Name": "memo://notes/empty" },
      400,
      -32020,
    ],
    ["a name header and no name", modernMessage("tools/call", {}), { "Mcp-Name": "now" }, 400, -32020],
    ["neither name nor header", modernMessage("tools/call", { arguments: {} }), {}, 200, -32602],
    ["unknown tool", modernMessage("tools/call", { name: "none" }), {}, 200, -32602],
    ["unknown resource", modernMessage("resources/read", { uri: "memo://none" }), {}, 200, -32602],
    ["bad cursor", modernMessage("tools/list", { cursor: "cHJvbXB0cyAz" }), {}, 200, -32602],
    ["capability not declared", modernMessage("tools/call", { name: "greet" }), {}, 400, -32021],
    ...["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "tasks/list"].map(
      (method): [string, Json, Changes, number, number] => [
        `removed: ${method}`,
        modernMessage(method),
        {},
        404,
        -32601,
      ],
    ),
    ["a batch", [modernMessage("tools/list")], {}, 400, -32600],
    ["a response", { jsonrpc: "2.0", id: 1, result: {} }, {}, 400, -32600],
    ["no method", { jsonrpc: "2.0", id: "r" }, {}, 400, -32600],
    ["no message", { hello: "world" }, {}, 400, -32600],
    ["id null", { ...modernMessage("tools/list"), id: null }, {}, 400, -32600],
    ["a fraction as id", { ...modernMessage("tools/list"), id: 1.5 }, {}, 400, -32600],
  ])("%s", async (_name, message, changes, status, code) => {
    expect(await refusal(message, changes)).toEqual([status, code]);
  });

  it("answers what is no JSON without an id", async () => {
    const { status, last } = await heard(await server.http({ ...modernPost({}), body: "{not json" }));
    expect([status, last]).toEqual([400, { jsonrpc: "2.0", error: { code: -32700, message: expect.any(String) } }]);
  });

  it("names its versions to who asks with initialize", async () => {
    const message = {
      jsonrpc: "2.0",
      id: 9,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {} },
    };
    const plain = request("POST", JSON.stringify(message), [
      ["Content-Type", "application/json"],
      ["Accept", "*/*"],
    ]);
    const { status, last } = await heard(await server.http(plain));
    expect(status).toBe(400);
    expect(last).toMatchObject({
      id: 9,
      error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2025-11-25" } },
    });
  });
});

describe("headers", () => {
  it.each([
    ["the Base64 form of a plain name", "=?base64?bm93?=", undefined],
    ["blanks around the value", " \tnow ", undefined],
    ["markers in capitals", "=?BASE64?bm93?=", -32020],
    ["a missing pad", "=?base64?bm93bg?=", -32020],
    ["a foreign letter", "=?base64?bm!!93?=", -32020],
    ["other letters", "NOW", -32020],
  ])("Mcp-Name: %s", async (_name, value, code) => {
    expect(await refusal(modernMessage("tools/call", { name: "now" }), { "Mcp-Name": value })).toEqual([
      code === undefined ? 200 : 400,
      code,
    ]);
  });

  const call = (args: JsonObject) => modernMessage("tools/call", { name: "route", arguments: args });
  it.each<[string, JsonObject, Changes, number | undefined]>([
    ["equal", { region: "eu", shard: 42 }, { "Mcp-Param-Region": "eu", "mcp-param-shard": "42" }, undefined],
    [
      "a number written otherwise",
      { region: "eu", shard: 42 },
      { "Mcp-Param-Region": "eu", "Mcp-Param-Shard": "42.0" },
      undefined,
    ],
    ["encoded", { region: "Hello, 世界" }, { "Mcp-Param-Region": "=?base64?SGVsbG8sIOS4lueVjA==?=" }, undefined],
    [
      "a literal that looks encoded",
      { region: "=?base64?literal?=" },
      { "Mcp-Param-Region": "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=" },
      undefined,
    ],
    [
      "nested",
      { region: "eu", options: { dryRun: false } },
      { "Mcp-Param-Region": "eu", "Mcp-Param-Dry-Run": "false" },
      undefined,
    ],
    ["one that no schema names", { region: "eu" }, { "Mcp-Param-Region": "eu", "Mcp-Param-Other": "x" }, undefined],
    ["missing", { region: "eu" }, {}, -32020],
    ["different", { region: "eu" }, { "Mcp-Param-Region": "EU" }, -32020],
    ["one too many", { region: "eu" }, { "Mcp-Param-Region": "eu", "Mcp-Param-Shard": "1" }, -32020],
    ["a number that is none", { region: "eu", shard: 0 }, { "Mcp-Param-Region": "eu", "Mcp-Param-Shard": "" }, -32020],
    ["nested and missing", { region: "eu", options: { dryRun: true } }, { "Mcp-Param-Region": "eu" }, -32020],
  ])("Mcp-Param: %s", async (_name, args, changes, code) => {
    expect(await refusal(call(args), changes)).toEqual([code === undefined ? 200 : 400, code]);
  });
});

describe("the endpoint", () => {
  const plain = () => modernPost(modernMessage("server/discover"));
  it.each([
    ["Origin", "http://localhost.attacker.example", 403],
    ["Origin", "http://127.0.0.1.attacker.example", 403],
    ["Origin", "http://localhost@attacker.example", 403],
    ["Origin", "https://evil.example", 403],
    ["Origin", "null", 403],
    ["Origin", "", 403],
    ["Origin", "http://localhost:5173", 200],
    ["Origin", "http://[::1]:8080", 200],
    ["Host", "localhost.attacker.example", 403],
    ["Host", "attacker.example:3000", 403],
    ["Host", "localhost", 200],
    ["Host", "[::1]:3000", 200],
  ])("%s: %s is answered with %i", async (name, value, status) => {
    expect(
      (await heard(await server.http(modernPost(modernMessage("server/discover"), { [name]: value })))).status,
    ).toBe(status);
  });

  it.each([
    ["Content-Type", "text/plain", 415],
    ["Content-Type", null, 415],
    ["Content-Type", "Application/JSON; charset=utf-8", 200],
    ["Accept", "application/json", 406],
    ["Accept", "text/event-stream;q=0.5, application/*", 200],
    ["Accept", null, 406],
    ["Mcp-Session-Id", "anything", 200],
    ["Last-Event-ID", "7-1", 200],
  ])("%s: %s is answered with %i", async (name, value, status) => {
    const answer = await heard(await server.http(modernPost(modernMessage("server/discover"), { [name]: value })));
    expect(answer.status).toBe(status);
    expect(answer.header("mcp-session-id")).toBeUndefined();
    expect(answer.headers.filter(([one]) => one.toLowerCase().startsWith("access-control-"))).toEqual([]);
  });

  it.each(["GET", "DELETE", "PUT", "OPTIONS", "HEAD"])("%s is not allowed", async (method) => {
    const answer = await heard(await server.http({ ...plain(), method, body: "" }));
    expect([answer.status, answer.header("allow"), answer.text]).toEqual([405, "POST", ""]);
  });

  it("has nothing on other paths", async () => {
    for (const path of ["/", "/mcp/", "/mcpx", "/.well-known/oauth-protected-resource"]) {
      expect((await heard(await server.http({ ...plain(), path }))).status).toBe(404);
    }
    expect((await heard(await server.http({ ...plain(), path: "/mcp?a=1" }))).status).toBe(200);
  });

  it.each(["notifications/cancelled", "notifications/x-probe"])(
    "takes %s with 202 and nothing else",
    async (method) => {
      const answer = await server.http(modernPost({ jsonrpc: "2.0", method, params: { requestId: "never" } }));
      expect(answer).toEqual({ kind: "answer", status: 202, headers: [], body: { kind: "none" } });
    },
  );
});

describe("event streams", () => {
  const counting = () =>
    modernPost(modernMessage("tools/call", { name: "countdown", arguments: { from: 3 } }, { progressToken: 7 }));

  it("carry what belongs to the request, then the response, and end", async () => {
    const answer = await heard(await server.http(counting()));
    expect(answer.header("content-type")).toBe("text/event-stream");
    expect(answer.header("x-accel-buffering")).toBe("no");
    expect(answer.text).not.toMatch(/^id:/m);
    const progress = answer.messages.slice(0, -1).map(({ params }) => params as JsonObject);
    expect(progress.map((one) => [one["progressToken"], one["progress"]])).toEqual([
      [7, 1],
      [7, 2],
      [7, 3],
    ]);
    expect(answer.last["result"]).toMatchObject({
      resultType: "complete",
      content: [{ type: "text", text: "liftoff" }],
    });
  });

  it("stop for good when the client leaves", async () => {
    const world = madeWorld();
    const stream = held(await reference("2026-07-28", {}, world).http(counting()));
    world.pass(25);
    expect(stream.messages()).toHaveLength(1);
    stream.leave();
    world.pass(60_000);
    expect(stream.messages()).toHaveLength(1);
    expect(stream.ended()).toBe(false);
  });

  it("are told nothing of logs unless the request asks, and nothing below the level", async () => {
    const levels = async (meta: JsonObject) => {
      const { messages } = await ask(server, "tools/call", { name: "countdown" }, meta);
      return messages.flatMap(({ method, params }) =>
        method === "notifications/message" ? [(params as JsonObject)["level"]] : [],
      );
    };
    expect(await levels({})).toEqual([]);
    expect(await levels({ [`${META}logLevel`]: "debug" })).toEqual(["info", "debug", "notice"]);
    expect(await levels({ [`${META}logLevel`]: "notice" })).toEqual(["notice"]);
  });

  it("can be had for every answer", async () => {
    const answer = await ask(reference("2026-07-28", { sse: "always" }), "tools/list");
    expect([answer.header("content-type"), answer.messages.length]).toEqual(["text/event-stream", 1]);
    expect((await ask(reference("2026-07-28", { sse: "always" }), "no/such")).status).toBe(404);
  });
});

describe("subscriptions/listen", () => {
  const listen = (notifications: JsonObject) => modernPost(modernMessage("subscriptions/listen", { notifications }));

  it("acknowledges, then tells what was asked for, and nothing else", async () => {
    const own = reference("2026-07-28");
    const one = listen({
      toolsListChanged: true,
      promptsListChanged: false,
      resourceSubscriptions: ["memo://notes/welcome"],
    });
    const { id } = JSON.parse(one.body) as { readonly id: number };
    const stream = held(await own.http(one));
    const other = held(await own.http(listen({ promptsListChanged: true })));
    expect(stream.messages()).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: {
          _meta: { [`${META}subscriptionId`]: id },
          notifications: { toolsListChanged: true, resourceSubscriptions: ["memo://notes/welcome"] },
        },
      },
    ]);
    expect((await ask(own, "tools/call", { name: "touch" })).messages).toHaveLength(1);
    expect(stream.messages().slice(1)).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/tools/list_changed",
        params: { _meta: { [`${META}subscriptionId`]: id } },
      },
      {
        jsonrpc: "2.0",
        method: "notifications/resources/updated",
        params: { _meta: { [`${META}subscriptionId`]: id }, uri: "memo://notes/welcome" },
      },
    ]);
    expect(
      other
        .messages()
        .map(({ method }) => method)
        .slice(1),
    ).toEqual(["notifications/prompts/list_changed"]);
    stream.leave();
    await ask(own, "tools/call", { name: "touch" });
    expect(stream.messages()).toHaveLength(3);
    expect(other.messages()).toHaveLength(3);
  });

  it("ends with a result when the server closes, and is kept alive by comments until then", async () => {
    const world = madeWorld();
    const own = reference("2026-07-28", {}, world);
    const post = listen({});
    const { id } = JSON.parse(post.body) as { readonly id: number };
    const stream = held(await own.http(post));
    world.pass(31_000);
    expect(stream.text().match(/^: keep-alive$/gm)).toHaveLength(2);
    own.close();
    expect(stream.ended()).toBe(true);
    expect(stream.messages().at(-1)).toMatchObject({
      id,
      result: { resultType: "complete", _meta: { [`${META}subscriptionId`]: id } },
    });
  });

  it.each([
    [{}],
    [{ notifications: 5 }],
    [{ notifications: { toolsListChanged: 1 } }],
    [{ notifications: { resourceSubscriptions: [1] } }],
  ])("refuses %j", async (params) => {
    expect((await ask(server, "subscriptions/listen", params)).last).toMatchObject({ error: { code: -32602 } });
  });
});
