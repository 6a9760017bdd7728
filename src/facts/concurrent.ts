import type { Exchange } from "../model/exchange.ts";
import { andThen, fact, known, unknown } from "../model/fact.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { asksOf, controlled, isServed } from "./evidence.ts";

export const CONCURRENT = "transport/concurrent";

/** Requests that were open at the same time. */
export interface Crowd {
  /** Answers that carry another id than their request's. */
  readonly crossed: readonly Exchange[];
  /** Requests that stayed without an answer, where some did in every round. */
  readonly lost: readonly Exchange[];
  /** How many were turned away for load. */
  readonly turnedAway: number;
}

/** No answer to a request at all; a refusal is one. */
export function isGap(exchange: Exchange): boolean {
  const reply = replyOf(exchange);
  return reply.kind === "none" || (reply.kind === "status" && reply.status < 300);
}

function isTurnedAway(exchange: Exchange): boolean {
  return [429, 503].includes(statusOf(exchange) ?? 0);
}

export const crowd = fact<Crowd>("parallel requests", [CONCURRENT], (recording) =>
  andThen(asksOf(recording, CONCURRENT), (asks) => {
    const rounds = ["round 1", "round 2"].map((label) => asks.filter((one) => one.label === label));
    const all = rounds.flat();
    const turnedAway = all.filter(isTurnedAway).length;
    const crossed = all.filter((one) => replyOf(one).kind === "foreign");
    // Another's id in an answer stands for itself; a missing answer does not.
    if (crossed.length > 0) return known({ crossed, lost: [], turnedAway });
    const controls = ["control before", "control after"].flatMap(
      (label) => asks.findLast((one) => one.label === label) ?? [],
    );
    // One of the crowd that was served shows that the way is open.
    const open = controls.length === 0 ? all.filter(isServed).slice(0, 1) : controls;
    return andThen(controlled(open.length === 0 ? all.slice(0, 1) : open), () => {
      const last = rounds.findLast((round) => round.length > 0) ?? [];
      const answered = last.filter((one) => replyOf(one).kind === "result" || replyOf(one).kind === "error");
      if (answered.length < 2) return unknown("fewer than two of the parallel requests were answered");
      return known({ crossed, lost: last.filter(isGap), turnedAway });
    });
  }),
);
