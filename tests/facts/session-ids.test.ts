import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type IssuedId, patternOf } from "../../src/facts/session-ids.ts";

const START = Date.UTC(2026, 0, 1);
const exchange = { id: "x#1" } as IssuedId["exchange"];

function issued(make: (index: number, at: number) => string): readonly IssuedId[] {
  return Array.from({ length: 12 }, (_, index) => {
    const at = START + index * 100 + ((index * index) % 7);
    return { id: make(index, at), at, exchange };
  });
}

describe("ids that can be guessed", () => {
  it.each([
    ["a counter", (index: number) => `s${index + 1}`, "a counter"],
    ["a counter with zeros", (index: number) => `session-${String(index + 95).padStart(6, "0")}-a`, "a counter"],
    ["a counter in hexadecimal", (index: number) => (0xabc0 + index).toString(16), "a counter"],
    ["a counter that others use too", (index: number) => String(500 + 3 * index + (index % 2)), "a counter"],
    ["a counter that goes down", (index: number) => `s${900 - index}`, "a counter"],
    ["tens", (index: number) => String(10 * (index + 1)), "a counter"],
    ["the second", (index: number, at: number) => `${Math.floor(at / 1000)}-${"abcdefghijkl"[index]}`, undefined],
    ["the millisecond", (_: number, at: number) => `s-${at + 3}-x`, "milliseconds"],
    ["the microsecond", (index: number, at: number) => `${at * 1000 + index * 7 + 1}`, "microseconds"],
    ["one for two", (index: number) => `id-${Math.floor(index / 2)}-${"q".repeat(20)}`, "twice"],
  ])("%s", (_, make, what) => {
    const pattern = patternOf(issued(make));
    if (what === undefined) expect(pattern).toBeUndefined();
    else expect(pattern?.what).toContain(what);
  });
});

describe("ids that cannot", () => {
  it.each([
    ["UUIDs", () => randomUUID()],
    ["random hexadecimal", () => randomBytes(16).toString("hex")],
    ["random digits behind a name", () => `s-${BigInt(`0x${randomBytes(12).toString("hex")}`)}`],
    ["a time and a random part", (_: number, at: number) => `${at}-${randomBytes(8).toString("hex")}`],
  ])("%s", (_, make) => {
    expect(patternOf(issued(make))).toBeUndefined();
  });

  it("are never taken for a pattern when they are random", () => {
    const id = fc.uint8Array({ minLength: 12, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString("hex"));
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 12, maxLength: 12 }), (ids) => {
        // Shrinking leads to counters of its own making: those are no random ids.
        fc.pre(new Set(ids.map((one) => one.slice(0, 4))).size === 12);
        const sorted = [...ids].sort();
        fc.pre(JSON.stringify(sorted) !== JSON.stringify(ids));
        return patternOf(issued((index) => ids[index] ?? "")) === undefined;
      }),
      { numRuns: 200 },
    );
  });
});
