import { absent, type Fact, fact, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { headerValue } from "../protocol/headers.ts";
import { type Asked, type Conversation, conversationsOf, metaOf, RESERVED, type Said, type Told } from "./heard.ts";

/** Facts about the whole of what a client said. All of them read everything, whenever it was said. */
function of<T>(name: string, read: (all: readonly Conversation[], recording: Recording) => ReturnType<Fact<T>["of"]>) {
  return fact<T>(name, [], (recording) => read(conversationsOf(recording), recording), { wholeRun: true });
}

export const conversations = of<readonly Conversation[]>("conversations", (all) =>
  all.length === 0 ? absent("The client said nothing") : known(all),
);

/** Everything that the client said. */
export const said = of<readonly Said[]>("what the client said", (all) => {
  const list = all.flatMap((one) => one.said);
  return list.length === 0 ? absent("The client sent no message") : known(list);
});

export const requests = of<readonly Asked[]>("requests of the client", (all) => {
  const list = all.flatMap((one) => one.requests);
  return list.length === 0 ? absent("The client asked nothing") : known(list);
});

export const notifications = of<readonly Told[]>("notifications of the client", (all) => {
  const list = all.flatMap((one) => one.notifications);
  return list.length === 0 ? absent("The client sent no notification") : known(list);
});

/** Requests whose handshake was answered, with it: everything that a session said. */
export const sessions = of<readonly (Conversation & { readonly handshake: NonNullable<Conversation["handshake"]> })[]>(
  "sessions",
  (all) => {
    const list = all.filter((one): one is Conversation & { handshake: NonNullable<Conversation["handshake"]> } => {
      return one.handshake?.result !== undefined;
    });
    return list.length === 0 ? absent("The client opened no session") : known(list);
  },
);

/** Requests of a method. */
export function asking(...methods: readonly string[]): Fact<readonly Asked[]> {
  return of(`requests ${methods.join(", ")}`, (all) => {
    const list = all.flatMap((one) => one.requests).filter((one) => methods.includes(one.method));
    return list.length === 0 ? absent(`The client did not send ${methods.join(" or ")}`) : known(list);
  });
}

/** Conversations that go over HTTP. */
export const overHttp = of<readonly Conversation[]>("conversations over HTTP", (all, recording) =>
  recording.target.transport === "http" && all.length > 0 ? known(all) : absent("The client did not speak over HTTP"),
);

export const overStdio = of<readonly Conversation[]>("conversations over stdio", (all, recording) =>
  recording.target.transport === "stdio" && all.length > 0 ? known(all) : absent("The client did not speak over stdio"),
);

/**
 * Conversations in which one sender can be told from another: all but the stateless requests over HTTP, where two
 * processes of one client look the same.
 */
export const sameSender = of<readonly Conversation[]>("conversations of one sender", (all, recording) => {
  if (recording.target.transport === "stdio" || recording.revision !== "2026-07-28") {
    return all.length === 0 ? absent("The client asked nothing") : known(all);
  }
  return unknown("over HTTP without sessions two processes of one client look the same");
});

/** A tool as it was told, and when. */
interface ToldTool {
  readonly at: number;
  readonly tool: JsonObject;
}

/** The tools that the client was told of, by name, in the order of telling. */
export const toldTools = of<ReadonlyMap<string, readonly ToldTool[]>>("tools that the client was told of", (all) => {
  const map = new Map<string, ToldTool[]>();
  for (const one of all.flatMap((each) => each.requests)) {
    if (one.method !== "tools/list") continue;
    const result = one.reply?.json["result"];
    const tools = isObject(result) ? result["tools"] : undefined;
    for (const tool of Array.isArray(tools) ? (tools as readonly Json[]) : []) {
      if (!isObject(tool) || typeof tool["name"] !== "string") continue;
      const told = { at: one.reply?.at ?? one.at, tool };
      map.set(tool["name"], [...(map.get(tool["name"]) ?? []), told]);
    }
  }
  return map.size === 0 ? absent("The client never listed the tools") : known(map);
});

/**
 * The tool of a call as the client knew it: as it was told last before. Undefined where it was not told yet: a call that
 * is refused for a missing header is what makes a client list the tools.
 */
export function toolOf(call: Asked, told: ReadonlyMap<string, readonly ToldTool[]>): JsonObject | undefined {
  const name = isObject(call.params) ? call.params["name"] : undefined;
  const all = typeof name === "string" ? (told.get(name) ?? []) : [];
  return all.findLast((one) => one.at < call.at)?.tool;
}

/** The capabilities that the client declares: at initialize, or on a request. */
export function capabilitiesOf(asked: Asked): Json | undefined {
  if (asked.method === "initialize") return isObject(asked.params) ? asked.params["capabilities"] : undefined;
  return metaOf(asked.params)?.[`${RESERVED}clientCapabilities`];
}

/** Two requests with the same id where one sender may have it once only. */
export interface Twice {
  readonly first: Asked;
  readonly second: Asked;
}

/** 2025-11-25: no id twice in a session. 2026-07-28: none that is still unanswered. */
export const reusedIds = of<readonly Twice[]>("request ids used twice", (all, recording) => {
  const modern = recording.revision === "2026-07-28";
  const asked = all.filter((one) => one.requests.length > 0);
  if (asked.length === 0) return absent("The client asked nothing");
  const twice = asked.flatMap((one) => pairs(one, (request) => request.id, modern));
  return distinct(twice, recording);
});

/** Two running requests with one progress token. */
export const reusedTokens = of<readonly Twice[]>("progress tokens used twice", (all, recording) => {
  const asked = all.filter((one) => one.requests.some((request) => tokenOf(request) !== undefined));
  if (asked.length === 0) return absent("The client sent no progress token");
  return distinct(
    asked.flatMap((one) => pairs(one, tokenOf, true)),
    recording,
  );
});

export function tokenOf(asked: Asked): Json | undefined {
  return metaOf(asked.params)?.["progressToken"];
}

function distinct(twice: readonly Twice[], recording: Recording): ReturnType<Fact<readonly Twice[]>["of"]> {
  const blurred = recording.revision === "2026-07-28" && recording.target.transport === "http";
  return twice.length > 0 && blurred
    ? unknown("two requests that ran at once look alike, and over HTTP without sessions they may be of two processes")
    : known(twice);
}

function pairs(one: Conversation, keyOf: (asked: Asked) => Json | undefined, runningOnly: boolean): readonly Twice[] {
  const before = new Map<string, Asked>();
  return one.requests.flatMap((second) => {
    const value = keyOf(second);
    if (value === undefined || !isOwn(second, one)) return [];
    const key = JSON.stringify(value);
    const first = before.get(key);
    before.set(key, second);
    if (first === undefined || (runningOnly && !runs(first, second.at, one))) return [];
    return [{ first, second }];
  });
}

/** Without the session's id it may be of somebody else behind the same connection. */
function isOwn({ exchange, method }: Asked, { handshake }: Conversation): boolean {
  if (exchange.sent?.kind !== "http" || handshake?.session === undefined || method === "initialize") return true;
  return headerValue(exchange.sent.headers, "Mcp-Session-Id") === handshake.session;
}

/** True when a request was surely still unanswered at that time. One that the client gave up is over. */
export function runs(asked: Asked, when: number, one: Conversation): boolean {
  if (asked.reply !== undefined) return asked.reply.at > when;
  if (asked.exchange.sent?.kind === "http" && asked.exchange.ending.kind !== "enough") return false;
  return !one.notifications.some(
    (told) =>
      told.method === "notifications/cancelled" &&
      isObject(told.params) &&
      told.params["requestId"] === asked.id &&
      told.at < when,
  );
}

/** A request of the server with the client's answer to it, where one came. */
export interface Given {
  readonly method: string;
  readonly params: Json | undefined;
  /** The client's result: that of a response, or a member of inputResponses. */
  readonly result: Json | undefined;
  readonly at: { readonly exchange: string; readonly pointer: string };
}

/** What the client gave to what it was asked: by responses (2025-11-25), or in inputResponses (2026-07-28). */
export const given = of<readonly Given[]>("what the client gave", (all, recording) => {
  const list = recording.revision === "2026-07-28" ? all.flatMap(givenInRetries) : all.flatMap(givenInResponses);
  return list.length === 0 ? absent("The client gave nothing that a server asked for") : known(list);
});

function givenInResponses(one: Conversation): readonly Given[] {
  return one.responses.flatMap((response) => {
    const wanted = one.wanted.find((each) => each.id === response.id);
    if (wanted === undefined || !("result" in response.json)) return [];
    const place = { exchange: response.exchange.id, pointer: `${response.pointer}/result` };
    return [{ method: wanted.method, params: wanted.params, result: response.json["result"], at: place }];
  });
}

/** An input_required result and what asked for it. */
export interface Paused {
  readonly asked: Asked;
  readonly inputRequests: JsonObject;
  readonly state: Json | undefined;
}

export function pausesOf(one: Conversation): readonly Paused[] {
  return one.requests.flatMap((asked) => {
    const result = asked.reply?.json["result"];
    if (!isObject(result) || result["resultType"] !== "input_required") return [];
    const wanted = result["inputRequests"];
    return [{ asked, inputRequests: isObject(wanted) ? wanted : {}, state: result["requestState"] }];
  });
}

/** A request that carries inputResponses or requestState, and the pause that it goes on from, where its state tells. */
export interface Retry {
  readonly asked: Asked;
  readonly params: JsonObject;
  readonly paused: Paused | undefined;
}

/** Every retry in all conversations: the state that a server gave may come back over another connection. */
export const retries = of<readonly Retry[]>("requests that go on from input_required", (all) => {
  const pauses = all.flatMap(pausesOf);
  const list = all.flatMap(({ requests: asked }) =>
    asked.flatMap((one): readonly Retry[] => {
      const { params } = one;
      if (!isObject(params) || !("requestState" in params || "inputResponses" in params)) return [];
      const state = params["requestState"];
      const paused = pauses.find((each) => state !== undefined && each.state === state && each.asked.at < one.at);
      return [{ asked: one, params, paused }];
    }),
  );
  return list.length === 0 ? absent("The client was asked for no input, or did not go on") : known(list);
});

function givenInRetries(one: Conversation): readonly Given[] {
  const pauses = pausesOf(one);
  return one.requests.flatMap((asked) => {
    const responses = isObject(asked.params) ? asked.params["inputResponses"] : undefined;
    const state = isObject(asked.params) ? asked.params["requestState"] : undefined;
    const paused = pauses.find((each) => each.state !== undefined && each.state === state);
    if (!isObject(responses) || paused === undefined) return [];
    return Object.entries(responses).flatMap(([key, result]) => {
      const wanted = paused.inputRequests[key];
      if (!isObject(wanted)) return [];
      const pointer = `${asked.pointer}/params/inputResponses/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return [
        {
          method: String(wanted["method"]),
          params: wanted["params"],
          result,
          at: { exchange: asked.exchange.id, pointer },
        },
      ];
    });
  });
}
