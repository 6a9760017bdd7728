import type { Exchange } from "../model/exchange.ts";
import { andThen, type Known, known, unknown } from "../model/fact.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { asked, asksOf, controlled, gateOf, isServed } from "./evidence.ts";

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

/** A request that was sent between sound ones, or (HTTP) beside one and answered by a message. */
export interface Surrounded {
  readonly subject: Exchange;
  readonly before: Exchange;
  /** The sign of life after it; undefined where it is dead, and where its own answer is the sign. */
  readonly after: Exchange | undefined;
  /** What was asked last in vain, where requests were served before it and the server (stdio: this process) is gone. */
  readonly dead: Exchange | undefined;
}

/** What a probe sent under this label, when a sound request before or beside it was served, and it is settled what became of the server. */
export function surrounded(recording: Recording, probe: ProbeId, label: string): Known<Surrounded> {
  return andThen(asksOf(recording, probe), (asks) =>
    andThen(asked(recording, probe, beforeOf(label)), (before) =>
      andThen(controlled([before]), () =>
        andThen(asked(recording, probe, label), (subject): Known<Surrounded> => {
          const after = asks.findLast((one) => one.label === afterOf(label));
          const later = asks.findLast((one) => one.label === laterOf(label));
          const life = [after, later].find((one) => one !== undefined && isServed(one));
          if (life !== undefined) return known({ subject, before, after: life, dead: undefined });
          const last = later ?? after;
          if (last === undefined && isTold(subject))
            return known({ subject, before, after: undefined, dead: undefined });
          if (last === undefined) return unknown(`after ${label} the server was not asked again`);
          const looks = last.sent?.kind === "stdio" ? [after] : [after, later];
          if (looks.every((one) => one !== undefined && isLifeless(one, recording))) {
            return known({ subject, before, after: undefined, dead: last });
          }
          return andThen(controlled([last]), () => unknown(`after ${label} the server was not served`));
        }),
      ),
    ),
  );
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
