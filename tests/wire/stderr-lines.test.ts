import { expect, test } from "vitest";
import { stderrLines } from "../../src/wire/stderr-lines.ts";

function told(pieces: readonly string[]): string {
  let all = "";
  const lines = stderrLines(
    (text) => {
      all += text;
    },
    (text) => text.replaceAll("secret", "[redacted]"),
  );
  for (const piece of pieces) lines.hear(piece);
  lines.end();
  return all;
}

test("lines, wherever they were cut", () => {
  expect(told(["a\nb", "c\r\n", "\nd"])).toBe("a\nbc\n\nd\n");
  expect(told([])).toBe("");
});

test("a secret is found though the pieces cut it", () => {
  expect(told(["the sec", "ret is out\n"])).toBe("the [redacted] is out\n");
});

test("a line without end is cut, and the next one is whole again", () => {
  const all = told([...Array.from({ length: 1_000 }, () => "x".repeat(100)), "\nnext\n"]);
  expect(all).toBe(`${"x".repeat(8_000)} (the line goes on)\nnext\n`);
});

test("a flood is not told for ever", () => {
  const all = told(Array.from({ length: 100_000 }, () => "some words on a line\n".repeat(10)));
  expect(all.length).toBeLessThan(1_000_200);
  expect(all.endsWith("(the server writes more than is shown here)\n")).toBe(true);
});
