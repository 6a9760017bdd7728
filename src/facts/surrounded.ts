import type { Exchange } from "../model/exchange.ts";
import { andThen, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { META_CAPABILITIES } from "../protocol/dialects/2026-07-28.ts";
import { asked, asksOf, controlled, gateOf, isServed, methodOf, sentMessage } from "./evidence.ts";

/** The labels of the sound requests around one that is called `label`. */
export const beforeOf = (label: string): string => `${label}: before`;
export const afterOf = (label: string): string => `${label}: after`;
/** Asked on a new conversation where the one after it was not served (HTTP). */
export const laterOf = (label: string): string => `${label}: later`;

/** True when it was answered by a JSON-RPC message, which no gateway gives in the server's place. */
export function isTold(exchange: Exchange): boolean {
  const { kind } = replyOf(exchange);
  return kind === "result" || kind === "error";
}

/** True when a request that was sent right behind another one was answered no sooner than that. */
export function isSignOfLife(one: Exchange, other: Exchange): boolean {
  return one.at >= other.at && one.at + one.ms >= other.at + other.ms;
}

/** A request that was sent between sound ones, or (HTTP) right before one, and answered by a message. */
export interface Surrounded {
  readonly subject: Exchange;
  readonly before: Exchange;
  /** The sign of life after it; undefined where it is dead, and where its own answer is the sign. */
  readonly after: Exchange | undefined;
  /** What was asked last in vain, where requests were served before it and the server (stdio: this process) is gone. */
  readonly dead: Exchange | undefined;
}

/**
 * What a probe sent under this label, when the sound request before or beside it was served, and one after it, or it was
 * answered by a message, or the server is dead.
 */
export function surrounded(recording: Recording, probe: ProbeId, label: string): Known<Surrounded> {
  return andThen(asksOf(recording, probe), (asks) =>
    andThen(asked(recording, probe, beforeOf(label)), (before) =>
      andThen(asked(recording, probe, label), (subject): Known<Surrounded> => {
        const after = asks.findLast((one) => one.label === afterOf(label));
        const later = asks.findLast((one) => one.label === laterOf(label));
        const looks = subject.sent?.kind === "stdio" ? [after] : [after, later];
        const dead = looks.every((one) => one !== undefined && isLifeless(one, recording));
        // What kills a server may take the request beside it along: then the one before that counts.
        const twin = dead && isBeside(before, subject) ? (soundBefore(recording, subject) ?? before) : before;
        return andThen(controlled([twin]), (): Known<Surrounded> => {
          const life = [after, later].find((one) => one !== undefined && isServed(one));
          const last = later ?? after;
          if (life !== undefined) return known({ subject, before, after: life, dead: undefined });
          if (dead) return known({ subject, before: twin, after: undefined, dead: last });
          if (last !== undefined) {
            return andThen(controlled([last]), () => unknown(`after ${label} the server was not served`));
          }
          return isTold(subject) && isSignOfLife(before, subject)
            ? known({ subject, before, after: undefined, dead: undefined })
            : unknown(`after ${label} the server was not asked again`);
        });
      }),
    ),
  );
}

/** True when one was under way while the other was. */
function isBeside(one: Exchange, other: Exchange): boolean {
  return one.at < other.at + other.ms && other.at < one.at + one.ms;
}

/** After all that was recorded so far. */
export const END = { at: Number.POSITIVE_INFINITY };

/**
 * The last sound request of the run that was over before another began, of the kind that every server has to serve: ping,
 * or server/discover. Whether it was served is not asked here: if not, it is no control.
 */
export function soundBefore(recording: Recording, subject: Pick<Exchange, "at">): Exchange | undefined {
  const method = recording.revision === "2025-11-25" ? "ping" : "server/discover";
  return lastBefore(recording, subject, (one) => methodOf(one) === method);
}

/** As `soundBefore`, for a first call of this tool with these arguments by a client without capabilities. */
export function callBefore(
  recording: Recording,
  subject: Pick<Exchange, "at">,
  name: string,
  args: JsonObject,
): Exchange | undefined {
  const wanted = JSON.stringify(args);
  return lastBefore(recording, subject, (one) => {
    const params = methodOf(one) === "tools/call" ? sentMessage(one)?.["params"] : undefined;
    if (!isObject(params) || params["name"] !== name || JSON.stringify(params["arguments"]) !== wanted) return false;
    const meta = isObject(params["_meta"]) ? params["_meta"] : {};
    // A tool may serve a client that can be asked, and refuse all others.
    const capable = JSON.stringify(meta[META_CAPABILITIES] ?? {}) !== "{}";
    return !capable && params["inputResponses"] === undefined && params["requestState"] === undefined;
  });
}

function lastBefore(
  recording: Recording,
  subject: Pick<Exchange, "at">,
  isMeant: (one: Exchange) => boolean,
): Exchange | undefined {
  const sound = recording.runs
    .flatMap((run) => run.exchanges)
    .filter((one) => one.revision === recording.revision && one.faulty !== true && one.part !== "stray")
    .filter((one) => one.at + one.ms <= subject.at && isMeant(one));
  return sound.reduce<Exchange | undefined>((last, one) => (endOf(one) >= endOf(last) ? one : last), undefined);
}

function endOf(one: Exchange | undefined): number {
  return one === undefined ? Number.NEGATIVE_INFINITY : one.at + one.ms;
}

/**
 * No answer, a closed port, a process that is gone, a server error of its own: what the dead have in common. A gateway's
 * 502 to 504 says that something is wrong, but not what.
 */
function isLifeless(one: Exchange, recording: Recording): boolean {
  const status = statusOf(one);
  if (status !== undefined) return status >= 500 && gateOf(one, recording) === undefined;
  return replyOf(one).kind === "none" && one.ending.kind !== "cancelled";
}

/** As `surrounded`, where the server lives and the answer is its own. */
export function ownAnswer(recording: Recording, probe: ProbeId, label: string): Known<Surrounded> {
  return andThen(surrounded(recording, probe, label), (around) => {
    if (around.dead !== undefined) return unknown(`the server was gone after ${label}`);
    const gate = gateOf(around.subject, recording);
    return gate === undefined ? known(around) : unknown(gate);
  });
}
