import { setImmediate } from "node:timers";
import type { Answer, Ending, Frame, RpcId } from "../model/exchange.ts";
import type { Listen } from "../model/probe.ts";
import type { Header } from "../model/target.ts";
import { sseParser } from "../protocol/sse.ts";
import { onAbort } from "./abort.ts";
import { allowance, type Budgets, type Purse, weigh } from "./purse.ts";
import { bodyText, sseText } from "./text.ts";

/** setTimeout takes no more. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
/** Of a body that passed its budget this much is kept: nobody can judge it, but people want to see its beginning. */
const KEPT_OVER_BUDGET = 256 * 1024;

/** What an exchange heard so far, and its one ending: the first that is given wins. */
export interface Hearing {
  readonly answer: Promise<Answer>;
  readonly ended: boolean;
  /** Takes the next frame; false when the exchange is over (`enough` said so, a budget was passed, or it was before). */
  hear(frame: Frame): boolean;
  /** Counts bytes against the budget; false when the exchange is over. */
  spend(bytes: number): boolean;
  end(ending: Ending): void;
}

export interface HearingOptions {
  readonly now: () => number;
  readonly budgets: Budgets;
  readonly purse: Purse;
  readonly listen: Listen;
  /** Adds frames that are due (a body that was cut) before the ending is fixed. */
  readonly last?: (ending: Ending) => Frame | undefined;
  /** Called once when the exchange is over, whoever ended it. */
  readonly onEnd: (ending: Ending) => void;
}

/**
 * Starts to listen: from now on time runs. `answer` rejects only if `enough` itself throws, which is a bug of the probe
 * and nothing that a server did.
 */
export function startHearing({ now, budgets, purse, listen, last, onEnd }: HearingOptions): Hearing {
  const at = now();
  const frames: Frame[] = [];
  let ended = false;
  let closing = false;
  let bytes = 0;
  let resolve: (answer: Answer) => void = () => {};
  let reject: (bug: unknown) => void = () => {};
  const answer = new Promise<Answer>((yes, no) => {
    resolve = yes;
    reject = no;
  });

  const forgets: (() => void)[] = [];
  const onUntil = () => end({ kind: "enough" });
  const onSignal = () => end({ kind: "cancelled" });
  // An answer that had arrived while our own work kept the event loop busy is read before time is called up.
  const onTime = () => setImmediate(() => end({ kind: "timeout", phase: frames.length === 0 ? "head" : "body" }));
  // Time 0 means no waiting at all; who asks for that ends the exchange himself.
  const timer = listen.timeoutMs <= 0 ? undefined : setTimeout(onTime, Math.min(listen.timeoutMs, LONGEST_TIMEOUT_MS));

  function settle(ending: Ending): boolean {
    if (ended) return false;
    ended = true;
    clearTimeout(timer);
    for (const forget of forgets) forget();
    onEnd(ending);
    return true;
  }

  function crash(bug: unknown): void {
    if (settle({ kind: "enough" })) reject(bug);
  }

  function end(ending: Ending): void {
    // `enough` may abort `until`, and so come back here.
    if (ended || closing) return;
    closing = true;
    const due = last?.(ending);
    const weighed = due === undefined ? undefined : weigh(due);
    if (weighed !== undefined) {
      purse.spend(weighed.bytes, 1);
      try {
        listen.enough(weighed.frame, frames);
      } catch (bug) {
        crash(bug);
        return;
      }
      frames.push(weighed.frame);
    }
    const real = weighed?.beyond ?? ending;
    if (settle(real)) resolve({ at, ms: now() - at, frames, ending: real });
  }

  const hearing: Hearing = {
    answer,
    get ended() {
      return ended;
    },
    hear(frame) {
      if (ended) return false;
      const most = allowance(budgets, purse).frames;
      if (frames.length >= most) {
        end({ kind: "over-budget", budget: "frames", limit: most });
        return false;
      }
      const weighed = weigh(frame);
      // A part of a message is none, and where one message ends the next is not looked for.
      if (weighed.beyond !== undefined) {
        end(weighed.beyond);
        return false;
      }
      purse.spend(weighed.bytes, 1);
      let wanted = false;
      try {
        wanted = listen.enough(frame, frames);
      } catch (bug) {
        crash(bug);
      }
      frames.push(frame);
      if (wanted) end({ kind: "enough" });
      return !ended;
    },
    spend(count) {
      bytes += count;
      purse.spend(count, 0);
      const most = allowance(budgets, purse).bytes;
      if (bytes > most) end({ kind: "over-budget", budget: "bytes", limit: most });
      return !ended;
    },
    end,
  };

  if (listen.signal?.aborted === true) onSignal();
  else if (listen.until?.aborted === true) onUntil();
  else forgets.push(onAbort(listen.signal, onSignal), onAbort(listen.until, onUntil));
  return hearing;
}

/** What a carrier tells about an HTTP answer, in the order of the wire. */
export interface Collector {
  readonly hearing: Hearing;
  /** Status line and headers; false when nobody wants the body. */
  head(status: number, headers: readonly Header[]): boolean;
  /** The next bytes of the body, content coding removed; false when nobody wants more. */
  chunk(bytes: Uint8Array): boolean;
  /** True once an event stream has brought the response to a request of this exchange: its end is near. */
  readonly answered: boolean;
  readonly headSeen: boolean;
}

export interface CollectOptions extends Omit<HearingOptions, "last"> {
  readonly ids: readonly RpcId[];
}

/** Makes frames of an HTTP answer: head, then either one body or the events as they come. */
export function collect(options: CollectOptions): Collector {
  const { now, ids } = options;
  const body: Uint8Array[] = [];
  const ofIds = new Set(ids.map(String));
  let bytes = 0;
  let headSeen = false;
  let answered = false;
  let events: ReturnType<typeof eventReader> | undefined;

  const hearing = startHearing({
    ...options,
    last(ending) {
      if (bytes === 0 || events !== undefined) return undefined;
      const limit = ending.kind === "over-budget" ? KEPT_OVER_BUDGET : Number.POSITIVE_INFINITY;
      return { kind: "body", at: now(), ...bodyText(body, limit), bytes };
    },
  });

  return {
    hearing,
    get answered() {
      return answered;
    },
    get headSeen() {
      return headSeen;
    },
    head(status, headers) {
      headSeen = true;
      if (isEventStream(headers)) events = eventReader(now);
      return hearing.hear({ kind: "head", at: now(), status, headers });
    },
    chunk(piece) {
      if (hearing.ended) return false;
      if (events === undefined) {
        body.push(piece);
        bytes += piece.length;
        return hearing.spend(piece.length);
      }
      if (!hearing.spend(piece.length)) return false;
      for (const frame of events(piece)) {
        if (frame.kind === "event" && isResponseTo(ofIds, frame.data)) answered = true;
        if (!hearing.hear(frame)) return false;
      }
      return true;
    },
  };
}

function isEventStream(headers: readonly Header[]): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  return type.split(/[;,]/, 1)[0]?.trim().toLowerCase() === "text/event-stream";
}

type StreamFrame = Extract<Frame, { kind: "event" | "comment" }>;

/** From bytes, cut anywhere, to the frames that they complete. */
function eventReader(now: () => number): (bytes: Uint8Array) => readonly StreamFrame[] {
  const parser = sseParser();
  const text = sseText();
  return (bytes) => {
    const items = parser.push(text.decode(bytes));
    return items.map((item): StreamFrame => {
      if (item.kind === "comment") return { ...item, at: now() };
      const { kind, ...fields } = item;
      const broken = text.broken && `${item.data}${item.event}${item.id}`.includes("\uFFFD");
      return { kind, at: now(), ...fields, ...(broken ? { invalidUtf8: true } : {}) };
    });
  };
}

function isResponseTo(ids: ReadonlySet<string>, data: string | undefined): boolean {
  if (ids.size === 0 || data === undefined) return false;
  try {
    const message: unknown = JSON.parse(data);
    if (typeof message !== "object" || message === null || "method" in message || !("id" in message)) return false;
    return ids.has(String(message.id));
  } catch {
    return false;
  }
}
