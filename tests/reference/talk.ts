import type { Json, JsonObject } from "../../src/model/json.ts";
import type { HttpRequest, HttpResponse, Server, ServerWorld } from "../../src/model/serving.ts";
import type { Header } from "../../src/model/target.ts";
import { encodeHeaderValue, headerValue } from "../../src/protocol/headers.ts";

const META = "io.modelcontextprotocol/";

/** A whole answer: what came on an event stream is read until it ended, or until `enough` of its events came. */
export interface Heard {
  readonly status: number;
  readonly headers: readonly Header[];
  header(name: string): string | undefined;
  readonly text: string;
  /** Of a JSON body, or of all events. */
  readonly messages: readonly JsonObject[];
  /** The last message: the response, where there is one. */
  readonly last: JsonObject;
}

export async function heard(response: HttpResponse, enough = Number.POSITIVE_INFINITY): Promise<Heard> {
  if (response.kind !== "answer") throw new Error(`no answer but ${response.kind}`);
  const { status, headers, body } = response;
  let text = "";
  if (body.kind === "text") text = body.text;
  if (body.kind === "stream") {
    let events = 0;
    await new Promise<void>((resolve) => {
      const gone = body.open({
        write(piece) {
          text += piece;
          events += 1;
          if (events >= enough) {
            resolve();
            queueMicrotask(() => gone());
          }
        },
        end: resolve,
        cut: resolve,
      });
    });
  }
  const messages = body.kind === "text" ? [JSON.parse(text) as JsonObject] : eventsOf(text);
  return { status, headers, header: (name) => headerValue(headers, name), text, messages, last: messages.at(-1) ?? {} };
}

export function eventsOf(text: string): readonly JsonObject[] {
  return text
    .split("\n\n")
    .flatMap((event) => event.split("\n").filter((line) => /^data: ./.test(line)))
    .map((line) => JSON.parse(line.slice(6)) as JsonObject);
}

/** A stream that stays open: what it brought so far, and the way out. */
export function held(response: HttpResponse): {
  text(): string;
  messages(): readonly JsonObject[];
  ended(): boolean;
  leave(): void;
} {
  if (response.kind !== "answer" || response.body.kind !== "stream") throw new Error("no stream");
  let text = "";
  let ended = false;
  const leave = response.body.open({
    write: (piece) => {
      text += piece;
    },
    end: () => {
      ended = true;
    },
    cut: () => {
      ended = true;
    },
  });
  return { text: () => text, messages: () => eventsOf(text), ended: () => ended, leave };
}

/** Header changes: a string sets, null removes. */
export type Changes = { readonly [name: string]: string | null };

export function request(
  method: string,
  body: string,
  headers: readonly Header[],
  changes: Changes = {},
  path = "/mcp",
): HttpRequest {
  const kept = headers.filter(([name]) => !(name in changes));
  const set = Object.entries(changes).flatMap(([name, value]): Header[] => (value === null ? [] : [[name, value]]));
  return {
    method,
    path,
    headers: [...("Host" in changes ? [] : [["Host", "127.0.0.1:3000"] as const]), ...kept, ...set],
    body,
  };
}

const BOTH = "application/json, text/event-stream";

let lastId = 0;

export function modernMeta(more: JsonObject = {}): JsonObject {
  return {
    [`${META}protocolVersion`]: "2026-07-28",
    [`${META}clientCapabilities`]: {},
    [`${META}clientInfo`]: { name: "test", version: "0" },
    ...more,
  };
}

/** A conformant modern message; `meta` is merged into its _meta. */
export function modernMessage(
  method: string,
  params: JsonObject = {},
  meta: JsonObject = {},
): JsonObject & { readonly id: number } {
  lastId += 1;
  return { jsonrpc: "2.0", id: lastId, method, params: { ...params, _meta: modernMeta(meta) } };
}

/** The POST of a modern message with the headers that belong to it, but for the changes. */
export function modernPost(message: Json, changes: Changes = {}): HttpRequest {
  const { method, params } = message as { readonly method?: string; readonly params?: { name?: string; uri?: string } };
  const name = method === "resources/read" ? params?.uri : params?.name;
  return request(
    "POST",
    JSON.stringify(message),
    [
      ["Content-Type", "application/json"],
      ["Accept", BOTH],
      ["MCP-Protocol-Version", "2026-07-28"],
      ["Mcp-Method", method ?? ""],
      ...(name === undefined ? [] : [["Mcp-Name", encodeHeaderValue(name)] as const]),
    ],
    changes,
  );
}

/** Asks on HTTP, modern. */
export async function ask(
  server: Server,
  method: string,
  params: JsonObject = {},
  meta: JsonObject = {},
  changes: Changes = {},
): Promise<Heard> {
  return heard(await server.http(modernPost(modernMessage(method, params, meta), changes)));
}

export function legacyMessage(method: string, params?: JsonObject): JsonObject & { readonly id: number } {
  lastId += 1;
  return params === undefined ? { jsonrpc: "2.0", id: lastId, method } : { jsonrpc: "2.0", id: lastId, method, params };
}

export const INITIALIZE: JsonObject = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "0" },
};

/** A legacy session over HTTP. */
export interface LegacyTalk {
  readonly id: string;
  readonly result: JsonObject;
  post(message: Json | string, changes?: Changes): Promise<HttpResponse>;
  ask(method: string, params?: JsonObject): Promise<Heard>;
  get(changes?: Changes): Promise<HttpResponse>;
  delete(): Promise<HttpResponse>;
}

export async function openLegacy(server: Server, params: JsonObject = {}, initialized = true): Promise<LegacyTalk> {
  const opening = await heard(
    await server.http(
      request("POST", JSON.stringify(legacyMessage("initialize", { ...INITIALIZE, ...params })), [
        ["Content-Type", "application/json"],
        ["Accept", BOTH],
      ]),
    ),
  );
  const id = opening.header("mcp-session-id") ?? "";
  const result = opening.last["result"] as JsonObject;
  const own: readonly Header[] = [
    ["Mcp-Session-Id", id],
    ["MCP-Protocol-Version", String(result["protocolVersion"])],
  ];
  const talk: LegacyTalk = {
    id,
    result,
    post: async (message, changes) =>
      server.http(
        request(
          "POST",
          typeof message === "string" ? message : JSON.stringify(message),
          [["Content-Type", "application/json"], ["Accept", BOTH], ...own],
          changes,
        ),
      ),
    ask: async (method, given) => heard(await talk.post(legacyMessage(method, given))),
    get: async (changes) => server.http(request("GET", "", [["Accept", "text/event-stream"], ...own], changes)),
    delete: async () => server.http(request("DELETE", "", own)),
  };
  if (initialized) await talk.post({ jsonrpc: "2.0", method: "notifications/initialized" });
  return talk;
}

/** A process of the server, spoken to in whole lines. */
export interface ProcessTalk {
  readonly lines: string[];
  readonly messages: () => readonly JsonObject[];
  readonly exit: () => number | undefined;
  write(...messages: readonly (Json | string)[]): void;
  bytes(bytes: Uint8Array): void;
  end(): void;
  /** Sends a request and waits for the response to it. */
  ask(message: JsonObject & { readonly id: Json }): Promise<JsonObject>;
}

export function openProcess(server: Server): ProcessTalk {
  const lines: string[] = [];
  let code: number | undefined;
  let rest = "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const input = server.stdio({
    stdout(bytes) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts);
    },
    stderr: () => {},
    exit(given) {
      code = given;
    },
  });
  const messages = () => lines.map((line) => JSON.parse(line) as JsonObject);
  const talk: ProcessTalk = {
    lines,
    messages,
    exit: () => code,
    write(...all) {
      const text = all.map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\n`).join("");
      input.chunk(new TextEncoder().encode(text));
    },
    bytes: (bytes) => input.chunk(bytes),
    end: () => input.end(),
    async ask(message) {
      talk.write(message);
      for (;;) {
        const found = messages().find((one) => one["id"] === message.id && !("method" in one));
        if (found !== undefined) return found;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };
  return talk;
}

/** A world whose time and chance are the test's. */
export function madeWorld(): ServerWorld & { pass(ms: number): void } {
  let time = Date.UTC(2026, 6, 28);
  let tokens = 0;
  let due: { readonly at: number; readonly then: () => void }[] = [];
  return {
    now: () => time,
    token() {
      tokens += 1;
      return tokens.toString(16).padStart(32, "0");
    },
    after(ms, then) {
      const entry = { at: time + ms, then };
      due.push(entry);
      return () => {
        due = due.filter((one) => one !== entry);
      };
    },
    pass(ms) {
      const end = time + ms;
      for (;;) {
        const [next] = due.filter((one) => one.at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        due = due.filter((one) => one !== next);
        time = Math.max(time, next.at);
        next.then();
      }
      time = end;
    },
  };
}
