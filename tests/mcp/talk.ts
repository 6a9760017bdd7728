import type { Suite } from "../../src/cli/suite-port.ts";
import { createMcpServer } from "../../src/mcp/server.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { RULES } from "../../src/rules/mod.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { serverWorld } from "../../src/runtime/serve-world.ts";
import { suiteOn } from "../../src/suite.ts";

const META = "io.modelcontextprotocol/";

export interface Call {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: JsonObject;
}

/** The MCP server in this process, spoken to in lines as over stdio. */
export interface Conversation {
  /** Everything that it said, in order. */
  readonly said: readonly JsonObject[];
  send(message: JsonObject): void;
  /** A modern request; resolves with the whole response. */
  ask(method: string, params?: JsonObject, meta?: JsonObject, id?: number): Promise<JsonObject>;
  call(name: string, args: JsonObject, meta?: JsonObject): Promise<Call>;
  /** A request of the other era. */
  legacy(method: string, params?: JsonObject): Promise<JsonObject>;
  end(): void;
  settled(): Promise<void>;
  readonly exits: readonly number[];
}

export function conversation(suite: Pick<Suite, "runSuite"> = suiteOn(nodeRuntime())): Conversation {
  const server = createMcpServer({ suite, rules: RULES, version: "0.0.0-test", world: serverWorld() });
  const said: JsonObject[] = [];
  const exits: number[] = [];
  const waiting = new Map<unknown, (response: JsonObject) => void>();
  const decoder = new TextDecoder();
  const input = server.stdio({
    stdout(bytes) {
      for (const line of decoder.decode(bytes).trimEnd().split("\n")) {
        const message = JSON.parse(line) as JsonObject;
        said.push(message);
        if (!("method" in message)) waiting.get(message["id"])?.(message);
      }
    },
    stderr() {},
    exit: (code) => void exits.push(code),
  });
  let lastId = 0;
  const send = (message: JsonObject) => input.chunk(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  const request = (method: string, params: JsonObject | undefined, id: number) =>
    new Promise<JsonObject>((resolve) => {
      waiting.set(id, resolve);
      send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    });
  const next = () => {
    lastId += 1;
    return lastId;
  };
  const ask: Conversation["ask"] = (method, params = {}, meta = {}, id = next()) =>
    request(
      method,
      {
        ...params,
        _meta: { [`${META}protocolVersion`]: "2026-07-28", [`${META}clientCapabilities`]: {}, ...meta },
      },
      id,
    );
  return {
    said,
    exits,
    send,
    ask,
    legacy: (method, params) => request(method, params, next()),
    call: async (name, args, meta) => (await ask("tools/call", { name, arguments: args }, meta))["result"] as never,
    end: () => input.end(),
    settled: () => server.settled(),
  };
}

/** All the text of a result. */
export function textOf(call: Call): string {
  return call.content.map((one) => one.text).join("\n");
}
