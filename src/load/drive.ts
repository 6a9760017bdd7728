import { cut } from "../model/cut.ts";
import type { ErrorCount, LoadFault, LoadRun } from "../model/load.ts";
import type { Done, Lane } from "../wire/load-http.ts";
import type { Arrivals } from "./arrivals.ts";
import { createHistogram, type Histogram } from "./histogram.ts";

/** Time, from outside. Milliseconds. */
export interface Clock {
  now(): number;
  /** Calls back at about this time, never from within; the returned function takes that back. */
  at(time: number, then: () => void): () => void;
}

export interface Drive {
  /** One way to the server with one request under way at a time; called once per user. */
  readonly open: (done: Done) => Lane;
  readonly lanes: number;
  readonly arrivals: Arrivals;
  readonly clock: Clock;
  readonly ids: { next(): number };
  /** After the last due time: how long what is late or under way is waited for. */
  readonly drainMs: number;
  readonly signal: AbortSignal;
  /** Takes secrets out of what a server said. Before it is cut: half a secret would not be found. */
  readonly redact?: (text: string) => string;
  /** Hears how far it is, at each request; has to be cheap. */
  readonly onDone?: () => void;
}

export interface Driven {
  readonly run: LoadRun;
  readonly latencies: Histogram;
  readonly cancelled: boolean;
  /** Requests are under way still. */
  readonly unfinished: boolean;
  /** How an open loop got on with its lanes; absent where it had enough of them all the time. */
  readonly short?: Short;
}

/** Requests that were due waited for a lane: every one was waiting for an answer. */
export interface Short {
  readonly lanes: number;
  /** From sending to the answer, in the mean of the successes, in milliseconds. */
  readonly serviceMs: number;
}

/** Kinds of errors that are told apart; a server can invent any number of codes, and of these kinds alone. */
const MOST_KINDS = 16;
const INVENTED = /^(http|rpc)_/;
const EXAMPLE = 200;
const UNSENT: LoadFault = {
  kind: "unsent",
  example: "due, but every connection was waiting for an answer until it was too late",
};

/** Runs one step: sends what is due on whichever lane is free, and measures from the moment it was due. */
export function drive(about: Drive): Promise<Driven> {
  const { arrivals, clock, ids, signal } = about;
  const latencies = createHistogram();
  const errors = new Map<string, { count: number; example: string }>();
  const began = clock.now();
  const windowEnd = began + arrivals.until;
  const dues = new Float64Array(about.lanes);
  const sents = new Float64Array(about.lanes);
  const busy = new Uint8Array(about.lanes);
  const free: number[] = [];
  const lanes: Lane[] = [];
  let next = 0;
  let inFlight = 0;
  let succeeded = 0;
  let failed = 0;
  let inWindow = 0;
  let served = 0;
  let waited = 0;
  let firstAt: number | undefined;
  let lastAt = began;
  let lastInWindow = began;
  let over = false;
  let forget: (() => void) | undefined;
  let forgetEnd: (() => void) | undefined;
  let waitingFor = Number.NaN;

  return new Promise((resolve) => {
    function count(fault: LoadFault): void {
      failed += 1;
      const known = errors.has(fault.kind) || errors.size < MOST_KINDS || !INVENTED.test(fault.kind);
      const kind = known ? fault.kind : "other";
      const before = errors.get(kind);
      if (before !== undefined) before.count += 1;
      else errors.set(kind, { count: 1, example: cut(about.redact?.(fault.example) ?? fault.example, EXAMPLE) });
    }

    function end(cancelled: boolean): void {
      if (over) return;
      over = true;
      forget?.();
      forgetEnd?.();
      signal.removeEventListener("abort", cancel);
      const now = clock.now();
      if (!cancelled) givenUp(now);
      const windowMs = windowOf(cancelled, now);
      const latency = latencies.latency();
      resolve({
        run: {
          requests: succeeded + failed,
          succeeded,
          errors: errorList(errors),
          perSecond: rateOf(windowMs),
          windowMs,
          ...(latency === undefined ? {} : { latency }),
        },
        latencies,
        cancelled,
        unfinished: inFlight > 0,
        ...(waited > 0 && succeeded > 0 ? { short: { lanes: about.lanes, serviceMs: served / succeeded } } : {}),
      });
    }

    /** The time of measuring ends with the step's time, or with the last answer where a number of requests ends it. */
    function windowOf(cancelled: boolean, now: number): number {
      if (cancelled) return Math.min(now, windowEnd) - began;
      const allDone = arrivals.gap === 0 && next >= arrivals.count;
      return (allDone || windowEnd === Number.POSITIVE_INFINITY ? Math.min(lastAt, windowEnd) : windowEnd) - began;
    }

    /**
     * Successes within the window by its length. In a closed loop it ends with the last answer, where no more time has
     * passed since than half of them took: else what is under way at its end would be lost, and a server that takes long
     * for each would seem to do nothing meanwhile. In an open loop it begins with the first answer instead. It is never
     * more than was asked for, as after a stall when all comes at once.
     */
    function rateOf(windowMs: number): number {
      if (arrivals.gap === 0) {
        // Each answer took longer than the window.
        if (inWindow === 0) return succeeded === 0 ? 0 : (succeeded * 1000) / (lastAt - began);
        const usual = latencies.latency()?.p50 ?? 0;
        const length = began + windowMs - lastInWindow <= usual ? lastInWindow - began : windowMs;
        return length > 0 ? (inWindow * 1000) / length : 0;
      }
      // Evenly spaced answers end up to a gap before the window does.
      const end = windowEnd - lastInWindow < 2 * arrivals.gap ? lastInWindow : began + windowMs;
      const length = end - (firstAt ?? began) + arrivals.gap;
      return inWindow > 0 && length > 0 ? Math.min((inWindow * 1000) / length, 1000 / arrivals.gap) : 0;
    }

    /** What was due and got no connection, or no answer, by the end has waited as well, and longer than any that did. */
    function givenUp(now: number): void {
      for (let lane = 0; lane < about.lanes; lane += 1) {
        if (busy[lane] === 0) continue;
        latencies.add(now - (dues[lane] as number));
        // What went out after the step's time has not had its own time for an answer.
        if ((sents[lane] as number) > windowEnd) count(UNSENT);
        else count({ kind: "timeout", example: "no answer when the step ended" });
      }
      if (arrivals.gap === 0) return;
      for (; next < arrivals.count; next += 1) {
        latencies.add(now - (began + arrivals.due(next, 0)));
        count(UNSENT);
      }
    }

    const cancel = () => end(true);

    function finished(lane: number, fault: LoadFault | undefined, answeredAt?: number): void {
      if (over) return;
      const now = clock.now();
      const at = answeredAt ?? now;
      const due = dues[lane] as number;
      inFlight -= 1;
      busy[lane] = 0;
      lastAt = Math.max(lastAt, at);
      firstAt = Math.min(firstAt ?? at, at);
      if (fault === undefined) {
        succeeded += 1;
        served += at - (sents[lane] as number);
        if (at <= windowEnd) {
          inWindow += 1;
          lastInWindow = Math.max(lastInWindow, at);
        }
        latencies.add(at - due);
      } else {
        // A fast refusal is no fast answer; who waited in vain has waited all the same.
        if (fault.kind === "timeout") latencies.add(at - due);
        count(fault);
      }
      about.onDone?.();
      launch(lane, now);
    }

    /** Gives the lane what is due next, or lets it rest. */
    function launch(lane: number, now: number): void {
      const due = next < arrivals.count ? began + arrivals.due(next, now - began) : Number.POSITIVE_INFINITY;
      if (due >= windowEnd) {
        free.push(lane);
        if (inFlight === 0) end(false);
        return;
      }
      if (due > now) {
        free.push(lane);
        wait(due);
        return;
      }
      next += 1;
      inFlight += 1;
      busy[lane] = 1;
      dues[lane] = due;
      sents[lane] = now;
      if (arrivals.gap > 0 && free.length === 0 && due < now) waited += 1;
      (lanes[lane] as Lane).send(ids.next());
    }

    function wait(due: number): void {
      if (waitingFor === due) return;
      forget?.();
      waitingFor = due;
      forget = clock.at(due, () => {
        waitingFor = Number.NaN;
        if (!over) sendDue();
      });
    }

    function sendDue(): void {
      for (;;) {
        const lane = free.pop();
        if (lane === undefined) return;
        const before = next;
        launch(lane, clock.now());
        // It is back in its place: nothing more is due now.
        if (next === before || over) return;
      }
    }

    if (signal.aborted) {
      end(true);
      return;
    }
    signal.addEventListener("abort", cancel);
    for (let lane = 0; lane < about.lanes; lane += 1) lanes.push(about.open((fault, at) => finished(lane, fault, at)));
    for (let lane = about.lanes - 1; lane >= 0; lane -= 1) free.push(lane);
    if (arrivals.count === 0 || arrivals.until <= 0) {
      end(false);
      return;
    }
    // The end of waiting: what never comes back may not hold the run for ever.
    if (Number.isFinite(windowEnd)) forgetEnd = clock.at(windowEnd + about.drainMs, () => end(false));
    sendDue();
  });
}

function errorList(errors: ReadonlyMap<string, { readonly count: number; readonly example: string }>): ErrorCount[] {
  return [...errors].map(([kind, one]) => ({ kind, ...one })).sort((a, b) => b.count - a.count);
}
