import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { messagesOf } from "../protocol/jsonrpc.ts";
import { placeholders } from "./arguments.ts";
import { asksOf, describe, gateOf, isServed, methodOf, sentMessage } from "./evidence.ts";
import { declaredLists } from "./session.ts";
import { type CallableTool, safestTools } from "./tools.ts";

export const PROGRESS_TOKENS: ProbeId = "lifecycle/progress-tokens";

/** Tools that are called with a token (2026-07-28). */
const MOST_TOOLS = 3;

/** A request to be made with a string as its token, with an integer and, where it is refused then, without one. */
export interface TokenTarget {
  readonly name: string;
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly inputSchema?: Json;
}

/** What to ask with tokens: ping, a list and a tool (2025-11-25); tools, those that speak of progress first (2026-07-28). */
export function tokenTargets(recording: Recording): Known<readonly TokenTarget[]> {
  const tools = toolsFor(recording);
  if (recording.revision === "2026-07-28") return tools;
  const list = declaredLists(recording)[0];
  return known([
    { name: "ping", method: "ping", params: undefined },
    ...(list === undefined ? [] : [{ name: list, method: list, params: undefined }]),
    ...(tools.state === "known" ? tools.value.slice(0, 1) : []),
  ]);
}

function toolsFor(recording: Recording): Known<readonly TokenTarget[]> {
  const any = safestTools(recording);
  if (any.state !== "known") return any;
  const speaking = safestTools(recording, (tool) =>
    speaksOfProgress(tool) ? placeholders(tool.inputSchema) : undefined,
  );
  const all =
    speaking.state === "known" && recording.revision === "2026-07-28"
      ? [...speaking.value.tools, ...any.value.tools]
      : any.value.tools;
  const once = all.filter((one, index) => all.findIndex((other) => other.tool.name === one.tool.name) === index);
  return known(
    once.slice(0, MOST_TOOLS).map(({ tool, args }) => ({
      name: `tool ${tool.name}`,
      method: "tools/call",
      params: { name: tool.name, arguments: args },
      inputSchema: tool.inputSchema,
    })),
  );
}

function speaksOfProgress(tool: CallableTool): boolean {
  return /progress/i.test(`${tool.name} ${String(tool.tool["description"] ?? "")}`);
}

/** One request with a token. */
export interface TokenRequest {
  readonly exchange: Exchange;
  readonly token: Json;
  readonly progress: readonly { readonly params: JsonObject; readonly pointer: string }[];
  /** It was refused, twice, while the same request without a token was served. */
  readonly refused: boolean;
}

/**
 * The requests with tokens, each seen or not. A request that stays without an answer, a slow tool's for instance, shows
 * nothing of its token, nor does one that is refused without a token too: they are left out where others tell more.
 */
export const tokenRequests: Fact<readonly Known<TokenRequest>[]> = fact(
  "requests with progress tokens",
  [PROGRESS_TOKENS],
  (recording) =>
    andThen(asksOf(recording, PROGRESS_TOKENS), (asks) => {
      const first = asks.filter((one) => one.tags?.["try"] === 1);
      const all = first.map((exchange) => ({ exchange, seen: requestOf(exchange, asks, recording) }));
      const measured = all.filter((one) => one.seen.state === "known");
      if (all.length === 0) return unknown("no request with a progress token was made");
      return known((measured.length === 0 ? all : measured).map((one) => one.seen));
    }),
);

/** As `tokenRequests`; absent where all went well and no progress came: there is nothing to judge then. */
export const progressSeen: Fact<readonly Known<TokenRequest>[]> = fact("progress seen", [tokenRequests], (recording) =>
  andThen(tokenRequests.of(recording), (all) => {
    const seen = all.flatMap((one) => (one.state === "known" ? [one.value] : []));
    if (seen.some((one) => one.refused || one.progress.length > 0)) return known(seen.map(known));
    return seen.length === 0 ? known(all) : absent("The tools that were called sent no progress");
  }),
);

function requestOf(exchange: Exchange, asks: readonly Exchange[], recording: Recording): Known<TokenRequest> {
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return unknown(gate);
  const params = sentMessage(exchange)?.["params"];
  const meta = isObject(params) ? params["_meta"] : undefined;
  const token = isObject(meta) ? (meta["progressToken"] ?? null) : null;
  const progress = exchange.frames.flatMap((frame) =>
    messagesOf(frame).flatMap(({ json, kind, pointer }) =>
      kind === "notification" && json["method"] === "notifications/progress"
        ? [{ params: isObject(json["params"]) ? json["params"] : {}, pointer }]
        : [],
    ),
  );
  const seen = { exchange, token, progress };
  if (isServed(exchange) || progress.length > 0) return known({ ...seen, refused: false });
  if (!isRefusal(exchange))
    return unknown(`${String(exchange.tags?.["target"])} with a progress token: ${describe(exchange)}`);
  const same = asks.filter((one) => one.tags?.["target"] === exchange.tags?.["target"]);
  const twin = same.find((one) => one.tags?.["token"] === "none");
  // Refused without a token too: that says nothing of the token.
  if (twin === undefined || !isServed(twin)) {
    const target = String(exchange.tags?.["target"]);
    // A tool may refuse made-up arguments, or need something of the client: that is no gap in what we saw.
    if (twin !== undefined && methodOf(twin) === "tools/call" && replyOf(twin).kind === "error") {
      return absent("The tools that were called refuse what they were called with, with a token and without");
    }
    return unknown(`${target} was not served without a progress token: ${describe(twin ?? exchange)}`);
  }
  const again = same.find((one) => one.tags?.["try"] === 2 && one.tags?.["token"] === exchange.tags?.["token"]);
  return known({ ...seen, refused: again !== undefined && isRefusal(again) && gateOf(again, recording) === undefined });
}

/** An answer that is no result. */
export function isRefusal(exchange: Exchange): boolean {
  const { kind } = replyOf(exchange);
  return kind === "error" || kind === "status" || exchange.ending.kind === "exited";
}
