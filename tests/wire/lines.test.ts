import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, lineSplitter } from "../../src/wire/lines.ts";

function linesOf(pieces: readonly Uint8Array[], limit = 1_000_000): readonly (Line | "too long")[] {
  const lines: (Line | "too long")[] = [];
  const splitter = lineSplitter(
    limit,
    (line) => lines.push(line),
    () => lines.push("too long"),
  );
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return lines;
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("ends, blank lines and an unfinished line", () => {
  expect(linesOf([bytes("a\nb\r\n\n\r\n\rc\rd")])).toEqual([
    { text: "a", end: "\n" },
    { text: "b", end: "\r\n" },
    { text: "", end: "\n" },
    { text: "", end: "\r\n" },
    { text: "\rc\rd", end: "" },
  ]);
  expect(linesOf([bytes("a\r")])).toEqual([{ text: "a\r", end: "" }]);
  expect(linesOf([])).toEqual([]);
});

test("a byte order mark is part of its line: no JSON begins with it", () => {
  expect(linesOf([bytes("\uFEFF{}\n")])).toEqual([{ text: "\uFEFF{}", end: "\n" }]);
});

test("a line that is too long is told once and passed over", () => {
  const long = bytes("x".repeat(30));
  expect(linesOf([bytes("a\n"), long, long, bytes("y\nb\n"), long], 50)).toEqual([
    { text: "a", end: "\n" },
    "too long",
    { text: "b", end: "\n" },
    { text: "x".repeat(30), end: "" },
  ]);
});

test("any split of any bytes gives the same lines", () => {
  const byte = fc.oneof(fc.constantFrom(10, 13, 0xe2, 0x82, 0xac, 0xff), fc.nat({ max: 255 }));
  const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 60 }), cuts, (all, at) => {
      const whole = Uint8Array.from(all);
      const ends = [0, ...at.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
      const lines = linesOf(ends.slice(1).map((end, index) => whole.subarray(ends[index], end)));
      expect(lines).toEqual(linesOf([whole]));
      const again = lines.flatMap((line) => (line === "too long" || line.invalidUtf8 ? [] : [line.text + line.end]));
      if (again.length === lines.length) expect(bytes(again.join(""))).toEqual(whole);
    }),
    { numRuns: 1000 },
  );
});
