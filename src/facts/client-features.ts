import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { FreshOptions, ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { type Finding, finding, type Note, note } from "../model/rule.ts";
import { replyOf } from "../protocol/answer.ts";
import { messagesOf } from "../protocol/jsonrpc.ts";
import { placeholders } from "./arguments.ts";
import { describe, isServed, methodOf, runOf } from "./evidence.ts";
import { type CallableTool, callableOf, safestOf } from "./tools.ts";

/** A client that offers everything a server may ask for, and gives as little as it may. */
export const CLIENT_FEATURES: FreshOptions = {
  capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } },
  replies: {
    "roots/list": { result: { roots: [] } },
    "sampling/createMessage": { error: { code: -1, message: "User rejected sampling request" } },
    "elicitation/create": { result: { action: "decline" } },
  },
};

export const FEATURES: ProbeId = "lifecycle/client-features";
/** The label of the standing stream on which a server may ask (HTTP). */
export const STREAM = "stream";
/** Labels of what is asked in the session begin so; a second try has " again" behind it. */
export const REQUEST = "request";

/** For each feature that a server may use: its name, then other words by which a tool that uses it may be known. */
const WORDS: readonly (readonly RegExp[])[] = [
  [/sampling/i, /llm|model|generat|summari/i],
  [/elicit/i, /confirm|form\b|\basks?\b|user/i],
  [/\broots?\b/i, /folder|director|workspace/i],
];
/** Tools of each feature, and tools in all. */
const MOST_OF_EACH = 2;
const MOST_TOOLS = 6;

/** Which of the session's tools to call: those that speak of a feature, then others, all of the safest kind that fits. */
export function toolsToCall(
  items: readonly Json[],
  recording: Recording,
): readonly { readonly tool: CallableTool; readonly args: { readonly [key: string]: Json } }[] {
  const all = callableOf(items, recording);
  const speaking = WORDS.map((words) => words.map((one) => choose(all, one)).find((one) => one.length > 0) ?? []);
  const chosen = [...speaking.map((tools) => tools.slice(0, MOST_OF_EACH)), choose(all, /(?:)/)].flat();
  return chosen
    .filter((one, index) => chosen.findIndex((other) => other.tool.name === one.tool.name) === index)
    .slice(0, MOST_TOOLS);
}

function choose(all: readonly CallableTool[], words: RegExp) {
  const choice = safestOf(all, (tool) =>
    words.test(`${tool.name} ${String(tool.tool["description"] ?? "")}`) ? placeholders(tool.inputSchema) : undefined,
  );
  return choice.state === "known" ? choice.value.tools : [];
}

/** A server that asked something of the client: what it was busy with, and whether it came to an end. */
export interface Asked {
  /** The exchange in which the server's request came. */
  readonly seen: Exchange;
  /** The request of ours that was in flight; undefined: none was. */
  readonly during: Exchange | undefined;
  /** That request stayed without an answer, twice, each time after our answer to the server. */
  readonly stuck: boolean;
}

export interface ClientFeature {
  readonly asked: readonly Asked[];
  /** The last ping, where it was not served though the one before was, twice. */
  readonly silence: Exchange | undefined;
}

/** How the server fared that sent `method` to a client with every capability; absent where it sent none. */
export function clientFeature(method: string): Fact<ClientFeature> {
  return fact(`asked ${method}`, [FEATURES], (recording) =>
    andThen(runOf(recording, FEATURES), (run): Known<ClientFeature> => {
      const before = run.exchanges.find((one) => one.label === "control");
      if (before === undefined || !isServed(before)) {
        return unknown(
          `a session with client capabilities was not served${before === undefined ? "" : `: ${describe(before)}`}`,
        );
      }
      const requests = run.exchanges.filter((one) => one.label.startsWith(REQUEST));
      // Others may speak in the same process afterwards (stdio): what it asks then was not looked after here.
      const until = Math.max(...run.exchanges.map((one) => one.at + one.ms));
      const heard = hearers(recording, before.connection).flatMap((seen) =>
        seen.frames.flatMap((frame) =>
          frame.at <= until && messagesOf(frame).some((one) => one.kind === "request" && one.json["method"] === method)
            ? [{ seen, during: requests.find((one) => one.at <= frame.at && frame.at <= one.at + one.ms) }]
            : [],
        ),
      );
      if (heard.length === 0) return absent(`The server sent no ${method}`);
      const all = heard.map(({ seen, during }) => ({
        seen,
        during,
        stuck:
          during !== undefined &&
          isStuck(
            during,
            requests,
            heard.flatMap((one) => one.during ?? []),
          ),
      }));
      const pings = run.exchanges.filter((one) => one.label.startsWith("ping after"));
      const last = pings.at(-1);
      if (last === undefined) return unknown("the session with client capabilities was not asked to the end");
      const dead = pings.length > 1 && pings.every((one) => !isServed(one) && replyOf(one).kind === "none");
      return known({ asked: all, silence: dead ? last : undefined });
    }),
  );
}

/** Everything that came on a connection: requests of ours, the standing stream, and lines of their own (stdio). */
function hearers(recording: Recording, connection: string): readonly Exchange[] {
  return recording.runs.flatMap((run) => run.exchanges).filter((one) => one.connection === connection);
}

/** Neither the request nor its second try was answered, and the server asked during both. */
function isStuck(during: Exchange, requests: readonly Exchange[], asking: readonly Exchange[]): boolean {
  const label = during.label.replace(/ again$/, "");
  const tries = requests.filter((one) => one.label === label || one.label === `${label} again`);
  return tries.length > 1 && tries.every((one) => replyOf(one).kind === "none" && asking.includes(one));
}

export const askedSampling: Fact<ClientFeature> = clientFeature("sampling/createMessage");
export const askedRoots: Fact<ClientFeature> = clientFeature("roots/list");
export const askedElicitation: Fact<ClientFeature> = clientFeature("elicitation/create");

/**
 * What is wrong with a server that asked `method`, the same for each of the three features. `own`: the server's
 * capabilities, among which a client's feature means nothing.
 */
export function judgeFeature(
  { asked, silence }: ClientFeature,
  feature: string,
  method: string,
  own: JsonObject,
): readonly (Finding | Note)[] {
  const stuck = asked.find((one) => one.stuck)?.during;
  const lists =
    feature in own ? [note(`The server lists ${feature} among its own capabilities, where it means nothing`)] : [];
  const expected = "an answer, an error included";
  if (stuck !== undefined) {
    const what = `After the client's answer to ${method}, ${methodOf(stuck)} gets no answer, twice`;
    return [finding(what, stuck.id, { expected, actual: describe(stuck) }), ...lists];
  }
  if (silence === undefined) return lists;
  const what = `After the client's answer to ${method} the session does not answer pings any more`;
  return [finding(what, silence.id, { expected, actual: describe(silence) }), ...lists];
}
