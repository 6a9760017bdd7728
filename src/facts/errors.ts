import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import { type Reply, replyOf } from "../protocol/answer.ts";
import { CALL } from "./calls.ts";
import { asked, asksOf, beside, controlled, describe, gateOf, isUnanswered, methodOf } from "./evidence.ts";
import { everyMessage, type Seen } from "./scan.ts";
import { declares } from "./session.ts";
import { isTold, surrounded } from "./surrounded.ts";

export const UNKNOWN_METHOD = "errors/unknown-method";
export const MALFORMED = "errors/malformed";
export const TOOL_CALLS = "errors/tool-calls";

/** Bodies that are no JSON-RPC message; also the labels of the exchanges. */
export const NO_MESSAGE = "an object that is no message";
export const NO_JSON = "a body that is no JSON";
export const NO_METHOD = "a message without method";

/** The code of an error. A code that is sent as text counts as its number: that fault is another rule's. */
export function codeOf(reply: Extract<Reply, { kind: "error" }>): Json {
  const { code } = reply;
  return typeof code === "string" && /^-?\d{1,9}$/.test(code) ? Number(code) : code;
}

/**
 * Known when the answer, good or bad, is the server's: a JSON-RPC message, or an HTTP answer without one that no
 * intermediary would give. A 4xx without a message may be an intermediary's on 2026-07-28, a redirect always.
 */
function notAnothers(exchange: Exchange, recording: Recording): Known<Exchange> {
  const reply = replyOf(exchange);
  if (reply.kind !== "status") return known(exchange);
  const { status } = reply;
  const moved = status >= 300 && status < 400;
  const bare = recording.revision === "2026-07-28" && status >= 400 && status < 500;
  return moved || bare
    ? unknown(`${methodOf(exchange)} was answered with HTTP ${status} and no JSON-RPC message`)
    : known(exchange);
}

/** The answer to a method that nobody has, where the requests around it were served. Silence counts when it is twice. */
export const unknownMethod = fact<Exchange>("unknown method", [UNKNOWN_METHOD], (recording) =>
  andThen(asksOf(recording, UNKNOWN_METHOD), (asks) =>
    andThen(asked(recording, UNKNOWN_METHOD, "control before"), (before) =>
      andThen(asked(recording, UNKNOWN_METHOD, "unknown method"), (first) => {
        const second = asks.findLast((one) => one.label === "another unknown method");
        const after = asked(recording, UNKNOWN_METHOD, "control after");
        // A message is an answer in itself; anything else counts where a sound request was still served after it.
        if (after.state !== "known" && !isTold(first)) return after;
        const controls = after.state === "known" ? [before, after.value] : [before];
        return andThen(beside(second ?? first, controls, recording), (one) => notAnothers(one, recording));
      }),
    ),
  ),
);

/** The JSON-RPC error that an unknown method was answered with. */
export const unknownMethodError = fact<Exchange>("error for an unknown method", [unknownMethod], (recording) =>
  andThen(unknownMethod.of(recording), (exchange) =>
    replyOf(exchange).kind === "error"
      ? known(exchange)
      : unknown(`no JSON-RPC error came for an unknown method: ${describe(exchange)}`),
  ),
);

/** The answer to a body that is no message. `dead`: what was asked last in vain where the server did not live on. */
export interface MalformedAnswer {
  readonly exchange: Exchange;
  readonly dead: Exchange | undefined;
}

function malformed(label: string): Fact<MalformedAnswer> {
  return fact(label, [MALFORMED], (recording) =>
    andThen(surrounded(recording, MALFORMED, label), ({ subject: exchange, dead }): Known<MalformedAnswer> => {
      if (dead !== undefined) return known({ exchange, dead });
      const gate = gateOf(exchange, recording);
      if (gate !== undefined) return unknown(gate);
      if (isUnanswered(exchange)) return unknown(`${label} was not answered: ${describe(exchange)}`);
      const reply = replyOf(exchange);
      const moved = reply.kind === "status" && reply.status >= 300 && reply.status < 400;
      return moved ? unknown(`${label} was answered with HTTP ${reply.status}`) : known({ exchange, dead });
    }),
  );
}

export const noMessage: Fact<MalformedAnswer> = malformed(NO_MESSAGE);
export const noJson: Fact<MalformedAnswer> = malformed(NO_JSON);
export const noMethod: Fact<MalformedAnswer> = malformed(NO_METHOD);

/** What an answer says about the code: an error, or a 4xx without one; `accepted` lets 2xx without an error through. */
function coded(from: Fact<MalformedAnswer>, label: string, accepted: boolean): Fact<Exchange> {
  return fact(`code for ${label}`, [from], (recording) =>
    andThen(from.of(recording), ({ exchange, dead }) => {
      if (dead !== undefined) return unknown(`the server was gone after ${label}`);
      const reply = replyOf(exchange);
      if (reply.kind === "error") return known(exchange);
      const refused = reply.kind === "status" && reply.status >= 400 && reply.status < 500;
      const taken = reply.kind === "result" || (reply.kind === "status" && reply.status < 300);
      return refused || (accepted && taken)
        ? known(exchange)
        : unknown(`no JSON-RPC error came for ${label}: ${describe(exchange)}`);
    }),
  );
}

export const parseRefusal: Fact<Exchange> = coded(noJson, NO_JSON, false);
export const invalidRefusal: Fact<Exchange> = coded(noMethod, NO_METHOD, false);
/** As `invalidRefusal`, and also what was let through. */
export const invalidAnswer: Fact<Exchange> = coded(noMethod, NO_METHOD, true);

/** What a call was turned down with, as text; undefined where it was not. */
function refusalText(exchange: Exchange): string | undefined {
  const reply = replyOf(exchange);
  if (reply.kind === "error") {
    return JSON.stringify([reply.code, isObject(reply.error) ? (reply.error["message"] ?? null) : null]);
  }
  const told = reply.kind === "result" && isObject(reply.result) && reply.result["isError"] === true;
  return told ? JSON.stringify(reply.result) : undefined;
}

/** True where every call of a listed tool was turned down in the same words: they say nothing about this call. */
function saidToAll(recording: Recording, exchange: Exchange): boolean {
  const words = refusalText(exchange);
  const calls = asksOf(recording, CALL);
  const sound = calls.state === "known" ? calls.value.filter((one) => one.label.startsWith("call ")) : [];
  return words !== undefined && sound.length > 0 && sound.every((one) => refusalText(one) === words);
}

/** The answer to a call that no tool can serve, where the list of tools is served. */
function toolCall(label: string): Fact<Exchange> {
  return fact(label, [TOOL_CALLS, CALL], (recording) =>
    andThen(declares("tools").of(recording), () =>
      andThen(asked(recording, TOOL_CALLS, "control"), (control) =>
        andThen(controlled([control]), () =>
          andThen(asked(recording, TOOL_CALLS, label), (exchange) => {
            const gate = gateOf(exchange, recording);
            if (gate !== undefined) return unknown(gate);
            if (isUnanswered(exchange)) return unknown(`${label} was not answered: ${describe(exchange)}`);
            const reply = replyOf(exchange);
            // On 2025-11-25 only a message says what became of the call.
            const silent = recording.revision === "2025-11-25" && reply.kind === "status";
            if (silent || reply.kind === "foreign") return unknown(`${label} was answered with ${describe(exchange)}`);
            if (saidToAll(recording, exchange)) {
              return unknown(`calls of listed tools are turned down in the same words: ${describe(exchange)}`);
            }
            return notAnothers(exchange, recording);
          }),
        ),
      ),
    ),
  );
}

export const unknownTool: Fact<Exchange> = toolCall("a tool that does not exist");
export const namelessCall: Fact<Exchange> = toolCall("a call without a name");

/** Every JSON-RPC error of the run that is the server's own, also those for broken requests. */
export const ownErrors = fact<readonly Seen[]>(
  "errors of the server",
  [everyMessage, UNKNOWN_METHOD, TOOL_CALLS, "errors/invalid-cursor"],
  (recording) =>
    andThen(everyMessage.of(recording), (seen) => {
      const errors = seen.filter((one) => one.kind === "error" && gateOf(one.exchange, recording) === undefined);
      return errors.length === 0 ? absent("No JSON-RPC error was seen") : known(errors);
    }),
);

/** The own errors that answer one well-formed request each, with the id that they have to carry. */
export const errorsToRequests = fact<readonly (Seen & { readonly asked: Json })[]>(
  "errors that answer requests",
  [ownErrors],
  (recording) =>
    andThen(ownErrors.of(recording), (errors) => {
      const own = errors.flatMap((one) => {
        const ids = one.exchange.sent?.ids ?? [];
        const [id] = ids;
        if (!one.own || ids.length !== 1 || id === undefined) return [];
        // On stdio what names no request may answer something earlier: a notification, say. This one has its own answer.
        const answer = replyOf(one.exchange);
        const stray = "frame" in answer && one.exchange.frames[answer.frame] !== one.frame;
        return stray && one.exchange.sent?.kind === "stdio" ? [] : [{ ...one, asked: id }];
      });
      return own.length === 0 ? absent("No JSON-RPC error answered a well-formed request") : known(own);
    }),
);
