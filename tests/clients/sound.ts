/** A sound client of each era, which uses all that the rules look at. Faults come in by a twist. */
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { Header } from "../../src/model/target.ts";
import { encodeHeaderValue } from "../../src/protocol/headers.ts";
import type { Lab, Outgoing } from "./laboratory.ts";

const INFO = { name: "sound", version: "1.0.0" };
const CAPABILITIES = { elicitation: {}, sampling: {}, roots: { listChanged: true } };
const BASE: readonly Header[] = [
  ["Host", "127.0.0.1"],
  ["Content-Type", "application/json"],
  ["Accept", "application/json, text/event-stream"],
];

/** What is given to what a server asks for. */
export function giveTo(method: Json | undefined): JsonObject {
  if (method === "elicitation/create") return { action: "accept", content: { firstName: "Ada" } };
  if (method === "sampling/createMessage")
    return { role: "assistant", model: "none", content: { type: "text", text: "Waves." } };
  return { roots: [{ uri: "file:///tmp", name: "tmp" }] };
}

function post(label: string, headers: readonly Header[], body: Json): Outgoing {
  return { label, verb: "POST", path: "/mcp", headers: [...BASE, ...headers], body };
}

/** 2025-11-25 and before. */
export async function legacy(lab: Lab, protocolVersion = "2025-11-25"): Promise<void> {
  let next = 0;
  let headers: readonly Header[] = [["Authorization", "Bearer abc"]];
  const id = () => {
    next += 1;
    return next;
  };
  const reply = (request: JsonObject) =>
    void lab.send(
      post(`reply:${String(request["method"])}`, headers, {
        jsonrpc: "2.0",
        id: request["id"] ?? null,
        result: giveTo(request["method"]),
      }),
    );
  const ask = (label: string, method: string, params?: JsonObject) =>
    lab.send(
      post(label, headers, { jsonrpc: "2.0", id: id(), method, ...(params === undefined ? {} : { params }) }),
      reply,
    );
  const tell = (label: string, method: string, params?: JsonObject) =>
    lab.send(post(label, headers, { jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) }));

  const opened = await ask("initialize", "initialize", {
    protocolVersion,
    capabilities: CAPABILITIES,
    clientInfo: INFO,
  });
  const result = opened.last["result"];
  const version = isObject(result) ? String(result["protocolVersion"]) : protocolVersion;
  headers = [
    ...headers,
    ...(version >= "2025-06-18" ? [["MCP-Protocol-Version", version] as const] : []),
    ...(opened.session === undefined ? [] : [["Mcp-Session-Id", opened.session] as const]),
  ];
  await tell("initialized", "notifications/initialized");
  if (lab.transport === "http") {
    await lab.hold({
      label: "stream",
      verb: "GET",
      path: "/mcp",
      headers: [["Host", "127.0.0.1"], ["Accept", "text/event-stream"], ...headers],
      body: undefined,
    });
  }
  let cursor: Json | undefined;
  do {
    const page = await ask(
      cursor === undefined ? "list" : "page",
      "tools/list",
      cursor === undefined ? undefined : { cursor },
    );
    const list = page.last["result"];
    cursor = isObject(list) ? list["nextCursor"] : undefined;
  } while (cursor !== undefined);
  await ask("ping", "ping");
  await ask("echo", "tools/call", {
    name: "echo",
    arguments: { text: "a" },
    _meta: { progressToken: "t1", "com.example/a": 1 },
  });
  await ask("read", "resources/read", { uri: "memo://notes/welcome" });
  await ask("greet", "tools/call", { name: "greet", arguments: {} });
  await ask("compose", "tools/call", { name: "compose", arguments: {} });
  await ask("folders", "tools/call", { name: "folders", arguments: {} });
  if (version >= "2025-11-25") {
    await ask("simmer", "tools/call", { name: "simmer", arguments: {}, task: { ttl: 10_000 } });
  }
  const slow = ask("slow", "tools/call", { name: "countdown", arguments: { from: 3 }, _meta: { progressToken: 7 } });
  await ask("beside", "tools/call", { name: "echo", arguments: { text: "b" }, _meta: { progressToken: 8 } });
  await tell("cancel", "notifications/cancelled", { requestId: next, reason: "no need" });
  await tell("roots", "notifications/roots/list_changed");
  await slow;
  if (lab.transport === "http") {
    await lab.send({
      label: "end",
      verb: "DELETE",
      path: "/mcp",
      headers: [["Host", "127.0.0.1"], ...headers],
      body: undefined,
    });
  }
  lab.close();
}

const META = "io.modelcontextprotocol/";
const NAMED: { readonly [method: string]: string } = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** 2026-07-28. */
export async function modern(lab: Lab): Promise<void> {
  let next = 0;
  const _meta = {
    [`${META}protocolVersion`]: "2026-07-28",
    [`${META}clientCapabilities`]: { ...CAPABILITIES, roots: {}, extensions: { "com.example/thing": {} } },
    [`${META}clientInfo`]: INFO,
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    tracestate: "vendor=1,other@x=y",
    baggage: "user=ada;p=1, k = v",
  };
  const message = (label: string, method: string, params: JsonObject = {}, more: readonly Header[] = []): Outgoing => {
    next += 1;
    const name = params[NAMED[method] ?? ""];
    const headers: readonly Header[] = [
      ["Authorization", "Bearer abc"],
      ["MCP-Protocol-Version", "2026-07-28"],
      ["Mcp-Method", method],
      ...(typeof name === "string" ? [["Mcp-Name", encodeHeaderValue(name)] as const] : []),
      ...more,
    ];
    const own = isObject(params["_meta"]) ? params["_meta"] : {};
    return post(label, headers, {
      jsonrpc: "2.0",
      id: next,
      method,
      params: { ...params, _meta: { ..._meta, ...own } },
    });
  };
  const ask = async (label: string, method: string, params: JsonObject = {}, more: readonly Header[] = []) => {
    const { last } = await lab.send(message(label, method, params, more));
    return isObject(last["result"]) ? last["result"] : {};
  };
  /** Gives what is asked for until the result is complete. */
  const askThrough = async (label: string, method: string, params: JsonObject) => {
    let result = await ask(label, method, params);
    for (let round = 0; round < 3 && result["resultType"] === "input_required"; round += 1) {
      const wanted = isObject(result["inputRequests"]) ? result["inputRequests"] : {};
      const inputResponses = Object.fromEntries(
        Object.entries(wanted).map(([key, one]) => [key, giveTo(isObject(one) ? one["method"] : undefined)]),
      );
      const state = result["requestState"];
      result = await ask(`${label}:retry`, method, {
        ...params,
        inputResponses,
        ...(state === undefined ? {} : { requestState: state }),
      });
    }
  };
  await ask("discover", "server/discover");
  let cursor: Json | undefined;
  do {
    const list = await ask(
      cursor === undefined ? "list" : "page",
      "tools/list",
      cursor === undefined ? {} : { cursor },
    );
    cursor = list["nextCursor"];
  } while (cursor !== undefined);
  await ask("echo", "tools/call", {
    name: "echo",
    arguments: { text: "a" },
    _meta: { progressToken: "t1", "com.example/a": 1 },
  });
  await ask("route", "tools/call", { name: "route", arguments: { region: "Zürich", shard: 7, options: {} } }, [
    ["Mcp-Param-Region", encodeHeaderValue("Zürich")],
    ["Mcp-Param-Shard", "7"],
  ]);
  await ask("menu", "prompts/get", { name: "café menu" });
  await ask("read", "resources/read", { uri: "memo://notes/welcome" });
  await askThrough("greet", "tools/call", { name: "greet", arguments: {} });
  await askThrough("compose", "tools/call", { name: "compose", arguments: {} });
  await askThrough("folders", "tools/call", { name: "folders", arguments: {} });
  const slow = lab.send(
    message("slow", "tools/call", { name: "countdown", arguments: { from: 3 }, _meta: { progressToken: 7 } }),
  );
  const slowId = next;
  await ask("beside", "tools/call", { name: "echo", arguments: { text: "b" }, _meta: { progressToken: 8 } });
  if (lab.transport === "stdio") {
    const params = { requestId: slowId, reason: "no need" };
    await lab.send(post("cancel", [], { jsonrpc: "2.0", method: "notifications/cancelled", params }));
  } else await slow;
  lab.close();
}
