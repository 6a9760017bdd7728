// A server of 2025-11-25 by hand, with tools and nothing else, on stdio and on nothing but Node: it starts at once.
// plain.mjs stdio
import { createInterface } from "node:readline";

const VERSIONS = ["2025-11-25", "2025-06-18"];
const TOOLS = [
  {
    name: "echo",
    description: "Says it again",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
];

class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const METHODS = {
  initialize: ({ protocolVersion, clientInfo, capabilities }) => {
    if (typeof protocolVersion !== "string" || clientInfo === undefined || capabilities === undefined) {
      throw new RpcError(-32602, "protocolVersion, capabilities and clientInfo are needed");
    }
    return {
      protocolVersion: VERSIONS.includes(protocolVersion) ? protocolVersion : VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: "plain-fixture", version: "1.0.0" },
    };
  },
  ping: () => ({}),
  "tools/list": ({ cursor }) => {
    if (cursor !== undefined) throw new RpcError(-32602, "there is no such cursor");
    return { tools: TOOLS };
  },
  "tools/call": ({ name, arguments: given = {} }) => {
    if (!TOOLS.some((tool) => tool.name === name)) throw new RpcError(-32602, "there is no such tool");
    if (typeof given?.text !== "string")
      return { content: [{ type: "text", text: "text must be a string" }], isError: true };
    return { content: [{ type: "text", text: given.text }] };
  },
};

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const failure = (id, code, message) => ({ jsonrpc: "2.0", id, error: { code, message } });

/** The answer to one message; undefined where there is none. */
function answer(line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return failure(null, -32700, "Parse error");
  }
  const id = ["string", "number"].includes(typeof message?.id) ? message.id : null;
  if (!isObject(message) || message.jsonrpc !== "2.0") return failure(id, -32600, "Invalid Request");
  if (message.method === undefined && ("result" in message || "error" in message)) return undefined;
  if (typeof message.method !== "string") return failure(id, -32600, "Invalid Request");
  if (!("id" in message)) return undefined;
  if (id === null) return failure(null, -32600, "Invalid Request");
  const { params = {} } = message;
  if (!isObject(params)) return failure(id, -32602, "params must be an object");
  const method = Object.hasOwn(METHODS, message.method) ? METHODS[message.method] : undefined;
  if (method === undefined) return failure(id, -32601, "Method not found");
  try {
    return { jsonrpc: "2.0", id, result: method(params) };
  } catch (error) {
    return failure(id, error instanceof RpcError ? error.code : -32603, error.message);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  const said = answer(line);
  if (said !== undefined) process.stdout.write(`${JSON.stringify(said)}\n`);
}
