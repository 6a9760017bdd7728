import type { Exchange } from "../model/exchange.ts";
import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { controlled, describe, gateOf, isServed, runOf } from "./evidence.ts";
import { soundBefore } from "./surrounded.ts";

export const STRAY_PROGRESS: ProbeId = "lifecycle/stray-progress";
export const ROOTS_CHANGED: ProbeId = "lifecycle/roots-changed";
export const SECOND_INITIALIZE: ProbeId = "lifecycle/second-initialize";

/** Labels of one try: each has its number behind it. */
export const BEFORE = "before";
export const DEED = "deed";
/** Signs of life that are looked for afterwards, on the old session and on a new one. */
export const AFTER = "after";
export const ANEW = "anew";

/** What a deed that a server has to live through brought about. */
export interface Survival {
  /** The last deed that was done. */
  readonly deed: Exchange;
  /** The sign of life after it; undefined: there was none. */
  readonly life: Exchange | undefined;
  /** The last thing that was asked in vain, on the old session or on a new one. */
  readonly silence: Exchange | undefined;
}

/**
 * Whether the server lived through a deed. Dead means: it was served before; afterwards neither the old session nor a
 * new one is, twice; on stdio also that a second process came to the same end.
 */
export function survival(name: string, probe: ProbeId): Fact<Survival> {
  return fact(name, [probe], (recording) =>
    andThen(runOf(recording, probe), (run): Known<Survival> => {
      const last = lastTry(run.exchanges);
      if (last === undefined) return unknown(notDone(run.exchanges));
      const number = last.label.slice(-1);
      const before = run.exchanges.find((one) => one.label === `${BEFORE} ${number}`) ?? soundBefore(recording, last);
      const control = controlled(before === undefined ? [] : [before]);
      if (control.state !== "known") return control;
      const after = run.exchanges.slice(run.exchanges.indexOf(last) + 1).filter((one) => isSign(one));
      const life = after.find(isServed);
      if (life !== undefined) return known({ deed: last, life, silence: undefined });
      const unclear = after.find((one) => !isLifeless(one, recording));
      if (unclear !== undefined) return unknown(`after ${last.label}, ${describe(unclear)}`);
      const stdio = last.sent?.kind === "stdio";
      const silence = after.at(-1);
      if (silence === undefined) return unknown(`after ${last.label} the server was not asked again`);
      if (stdio && !last.label.endsWith("2")) return unknown("a second process of the server was not served");
      return known({ deed: last, life: undefined, silence });
    }),
  );
}

function lastTry(exchanges: readonly Exchange[]): Exchange | undefined {
  return exchanges.findLast((one) => one.label.startsWith(DEED));
}

function isSign(one: Exchange): boolean {
  return one.label.startsWith(AFTER) || one.label.startsWith(ANEW) || (one.label === "initialize" && !isServed(one));
}

/** No answer, a closed port, a process that is gone, a server error: what the dead have in common. A 4xx is an answer. */
function isLifeless(one: Exchange, recording: Recording): boolean {
  const status = statusOf(one);
  if (status !== undefined) return status >= 500 && gateOf(one, recording) === undefined;
  return replyOf(one).kind === "none" && one.ending.kind !== "cancelled";
}

function notDone(exchanges: readonly Exchange[]): string {
  const opening = exchanges.findLast((one) => one.label.startsWith(BEFORE) || one.label === "initialize");
  return opening === undefined
    ? "a session of its own was not opened"
    : `a session of its own was not served: ${describe(opening)}`;
}

/** After notifications/progress for a token that was never given. */
export const afterStrayProgress: Fact<Survival> = survival("after stray progress", STRAY_PROGRESS);
/** After notifications/roots/list_changed. */
export const afterRootsChanged: Fact<Survival> = survival("after roots/list_changed", ROOTS_CHANGED);
/** After a second initialize in an open session. */
export const afterSecondInitialize: Fact<Survival> = survival("after a second initialize", SECOND_INITIALIZE);
