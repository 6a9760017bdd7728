import { readAnswer } from "./load-answer.ts";
import { FIRST_ID, ID_DIGITS, type Sent } from "./load-judge.ts";

/**
 * Recognizes an answer that differs from one that was read and found good in nothing but the id. Reading JSON takes
 * most of a generator's time; comparing bytes takes little, and proves as much: what was the answer to its request with
 * one id is, byte for byte, the answer to this one with this id.
 */
export interface Templates {
  /** Whether `bytes` is, whole, a good answer to the request with this id. */
  matches(bytes: Buffer, id: number): boolean;
  /** Bytes of the answer that is known; -1 when none is. */
  readonly length: number;
  /** Takes a whole answer that was read and found good. */
  learn(bytes: Buffer, id: number): void;
}

/** Answers that differ each time are not learned for ever: it costs more than reading them. */
const MOST_IN_VAIN = 32;

export function createTemplates(): Templates {
  let before: Buffer = Buffer.alloc(0);
  let after: Buffer = Buffer.alloc(0);
  let length = -1;
  let inVain = 0;

  return {
    get length() {
      return length;
    },
    matches(bytes, id) {
      if (bytes.length !== length) return false;
      const start = before.length;
      let read = 0;
      for (let at = start; at < start + ID_DIGITS; at += 1) {
        const digit = (bytes[at] as number) - 48;
        if (digit < 0 || digit > 9) return false;
        read = read * 10 + digit;
      }
      // Three ways to be wrong: another id, another beginning, another end.
      if (read !== id) return false;
      if (bytes.compare(before, 0, start, 0, start) !== 0) return false;
      const rest = start + ID_DIGITS;
      if (bytes.compare(after, 0, length - rest, rest, length) !== 0) return false;
      inVain = 0;
      return true;
    },
    learn(bytes, id) {
      inVain += 1;
      if (inVain > MOST_IN_VAIN) return;
      const at = placeOf(bytes, id);
      if (at === undefined) return;
      before = Buffer.from(bytes.subarray(0, at));
      after = Buffer.from(bytes.subarray(at + ID_DIGITS));
      length = bytes.length;
    },
  };
}

/** Where the id stands: the one place where another number in its stead makes it the answer to that number. */
function placeOf(bytes: Buffer, id: number): number | undefined {
  const digits = String(id);
  const other = id === FIRST_ID ? FIRST_ID + 1 : FIRST_ID;
  const sent: Sent = { last: Math.max(id, other) };
  for (let at = bytes.indexOf(digits, 0, "latin1"); at >= 0; at = bytes.indexOf(digits, at + 1, "latin1")) {
    const changed = Buffer.from(bytes);
    changed.write(String(other), at, "latin1");
    const read = readAnswer(changed, false, other, sent);
    if (read.state === "whole" && read.judged === undefined && read.size === bytes.length && read.keep) return at;
  }
  return undefined;
}
