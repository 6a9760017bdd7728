import { describe, expect, it } from "vitest";
import { lineCutter } from "../../src/protocol/lines.ts";

describe("lines", () => {
  it("are whole, whatever the pieces that they come in; what has no end waits", () => {
    const cutter = lineCutter();
    const lines = ["a", "bc\nd", "\n\n", "e"].flatMap((piece) => cutter.push(piece).map((line) => line.text));
    expect(lines).toEqual(["abc", "d", ""]);
    expect(cutter.push("f\n")).toEqual([{ text: "ef", tooLong: false }]);
  });

  it("that are too long are cut off and marked, and the next one is whole again", () => {
    for (const size of [1, 3, 100]) {
      const cutter = lineCutter(4);
      const text = `${"x".repeat(4)}\n${"y".repeat(50)}\nz\n`;
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      expect(pieces.flatMap((piece) => cutter.push(piece))).toEqual([
        { text: "xxxx", tooLong: false },
        { text: "yyyyy", tooLong: true },
        { text: "z", tooLong: false },
      ]);
    }
  });
});
