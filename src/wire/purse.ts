import type { Ending, Frame } from "../model/exchange.ts";
import { JSON_LIMITS, sizeOfJson } from "../model/json.ts";

/** What one exchange may cost. */
export interface Budgets {
  /** Bytes of a body after decoding, or of stdout. */
  readonly bytes: number;
  readonly frames: number;
}

export const BUDGETS: Budgets = { bytes: 32 * 1024 * 1024, frames: 10_000 };

/** What all exchanges of a run may cost together: all of it is kept, and judged at the end. */
export const RUN_BUDGETS: Budgets = { bytes: 192 * 1024 * 1024, frames: 100_000 };
/** What each may cost when that is used up: enough for what a sound server says. */
export const LEAST: Budgets = { bytes: 256 * 1024, frames: 200 };

/** Bytes that a value of JSON costs beside its text: read, it takes so much more room. */
const OF_A_VALUE = 12;

/** The purse of a run: what is left for all. */
export interface Purse {
  readonly bytes: number;
  readonly frames: number;
  spend(bytes: number, frames: number): void;
}

export function createPurse({ bytes, frames }: Budgets = RUN_BUDGETS): Purse {
  const left = { bytes, frames };
  return {
    get bytes() {
      return left.bytes;
    },
    get frames() {
      return left.frames;
    },
    spend(someBytes, someFrames) {
      left.bytes -= someBytes;
      left.frames -= someFrames;
    },
  };
}

/** What one exchange may cost at this point of the run. */
export function allowance(own: Budgets, purse: Purse): Budgets {
  return {
    bytes: purse.bytes >= 0 ? own.bytes : Math.min(own.bytes, LEAST.bytes),
    frames: purse.frames >= 0 ? own.frames : Math.min(own.frames, LEAST.frames),
  };
}

/** The part of a frame that is kept, what it costs beside its bytes, and the ending that it makes where it is too much. */
export interface Weighed<F extends Frame> {
  readonly frame: F;
  readonly bytes: number;
  readonly beyond?: Extract<Ending, { kind: "over-budget" }>;
}

/** Weighs a frame as the JSON text that it is or claims to be. What passes a limit is cut there: that is never JSON. */
export function weigh<F extends Frame>(frame: F): Weighed<F> {
  if (frame.kind === "head") {
    return { frame, bytes: frame.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0) };
  }
  if (frame.kind === "comment") return { frame, bytes: 0 };
  const text = frame.kind === "event" ? (frame.data ?? "") : frame.text;
  const { values, beyond } = sizeOfJson(text);
  if (beyond === undefined) return { frame, bytes: values * OF_A_VALUE };
  const kept = text.slice(0, beyond.at);
  const { limit } = beyond;
  return {
    frame: frame.kind === "event" ? { ...frame, data: kept } : { ...frame, text: kept },
    bytes: values * OF_A_VALUE,
    beyond: { kind: "over-budget", budget: limit, limit: JSON_LIMITS[limit] },
  };
}
