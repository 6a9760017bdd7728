import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { headersOf } from "../protocol/answer.ts";
import { headerValue } from "../protocol/headers.ts";
import { asksOf, describe, isServed } from "./evidence.ts";

export const SESSION_IDS = "security/session-ids";

/** A session id, and when the request for it was sent: milliseconds since 1970 by our clock. */
export interface IssuedId {
  readonly id: string;
  readonly at: number;
  readonly exchange: Exchange;
}

/** Fewer say nothing of a pattern. */
const FEWEST = 5;

/** The ids of sessions opened one after the other. */
export const issuedIds: Fact<readonly IssuedId[]> = fact("session ids", [SESSION_IDS], (recording) =>
  andThen(asksOf(recording, SESSION_IDS), (asks): Known<readonly IssuedId[]> => {
    const opened = asks.filter((one) => one.label.startsWith("initialize "));
    const first = opened.find(isServed);
    if (first === undefined) {
      return unknown(`initialize was not served: ${opened[0] === undefined ? "not asked" : describe(opened[0])}`);
    }
    const began = Date.parse(recording.timestamp);
    const ids = opened.flatMap((exchange) => {
      const id = headerValue(headersOf(exchange), "mcp-session-id");
      return isServed(exchange) && id !== undefined && id !== "" ? [{ id, at: began + exchange.at, exchange }] : [];
    });
    if (ids.length === 0) return absent("The server gave no session id");
    return ids.length < FEWEST ? unknown(`only ${ids.length} session ids were given`) : known(ids);
  }),
);

/** What makes ids guessable, or undefined. `index`: the id at which it shows. */
export interface Pattern {
  readonly what: string;
  readonly index: number;
}

export function patternOf(ids: readonly IssuedId[]): Pattern | undefined {
  const texts = ids.map((one) => one.id);
  const twice = texts.findIndex((id, index) => texts.indexOf(id) !== index);
  if (twice !== -1) return { what: "the same id was given twice", index: twice };
  const middles = withoutCommon(texts);
  for (const [name, digits, prefix] of [
    ["decimal", /^\d+$/, ""],
    ["hexadecimal", /^[0-9a-f]+$/i, "0x"],
  ] as const) {
    // Where all of one id is common to all, what is left of it is nothing: a zero.
    const filled = middles.map((one) => (one === "" ? "0" : one));
    if (!filled.every((one) => digits.test(one))) continue;
    const numbers = filled.map((one) => BigInt(prefix + one));
    if (countsUp(numbers)) return { what: `the ids are a counter (${name})`, index: 1 };
  }
  const clock = clockIn(ids);
  return clock === undefined ? undefined : { what: `what varies in the ids is the clock, in ${clock}`, index: 0 };
}

/** The ids without the beginning and the end that all of them share. */
function withoutCommon(texts: readonly string[]): readonly string[] {
  const [first = ""] = texts;
  const shortest = Math.min(...texts.map((one) => one.length));
  let start = 0;
  while (start < shortest && texts.every((one) => one[start] === first[start])) start += 1;
  let end = 0;
  while (end < shortest - start && texts.every((one) => one.at(-1 - end) === first.at(-1 - end))) end += 1;
  return texts.map((one) => one.slice(start, one.length - end));
}

/** Larger steps are no counter, unless all are equal: others may open sessions in between. */
const LARGEST_STEP = 64n;

function countsUp(numbers: readonly bigint[]): boolean {
  const steps = numbers.slice(1).map((one, index) => one - (numbers[index] ?? 0n));
  const [first = 0n] = steps;
  if (first !== 0n && steps.every((one) => one === first)) return true;
  return steps.every((one) => one > 0n && one <= LARGEST_STEP);
}

const UNITS = [
  ["seconds", 1000],
  ["milliseconds", 1],
  ["microseconds", 0.001],
] as const;
/** How far the server's clock may be from ours (milliseconds). */
const NEAR_MS = 5000;

/** The unit, when the one run of digits that varies is the time of the request. */
function clockIn(ids: readonly IssuedId[]): string | undefined {
  const split = ids.map(({ id }) => id.split(/(\d+)/));
  const [first = []] = split;
  if (split.some((one) => one.length !== first.length)) return undefined;
  const varying = first.flatMap((part, index) => (split.every((one) => one[index] === part) ? [] : [index]));
  const [at] = varying;
  // Runs of digits stand at the odd places.
  if (at === undefined || varying.length !== 1 || at % 2 === 0) return undefined;
  const unit = UNITS.find(([, ms]) =>
    ids.every((one, index) => Math.abs(Number(split[index]?.[at]) * ms - one.at) <= NEAR_MS),
  );
  return unit?.[0];
}
