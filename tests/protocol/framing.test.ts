import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineReader, type Piece } from "../../src/protocol/framing.ts";

function read(text: string): readonly Piece[] {
  const reader = lineReader();
  return [...text.split("\n").flatMap((line) => reader.push(line)), ...reader.end()];
}

const PING = { jsonrpc: "2.0", id: 1, result: {} };
const line = JSON.stringify(PING);

describe("the reader of stdout", () => {
  it.each<[string, string, readonly string[]]>([
    ["a message on a line", line, ["value"]],
    ["a message and a blank line", `${line}\n`, ["value", "blank"]],
    ["an indented message", JSON.stringify(PING, null, 2), ["spread"]],
    [
      "an indented message after another",
      `${line}\n${JSON.stringify(PING, null, 2)}\n${line}`,
      ["value", "spread", "value"],
    ],
    ["two messages on a line", line + line, ["several"]],
    ["two messages and a blank on a line", `${line} ${line}`, ["several"]],
    [
      "a header of another framing",
      `Content-Length: 36\r\n\r\n${line}`.replaceAll("\r", ""),
      ["header", "blank", "value"],
    ],
    ["a word", "listening", ["noise"]],
    ["a log line in brackets", "[info] up", ["noise"]],
    ["a log line with a message in it", `sent ${line}`, ["noise"]],
    ["a message and rubbish", `${line} ok`, ["noise"]],
    ["JSON that is no message", '{"level":30}', ["value"]],
    ["an indented object that is no message", JSON.stringify({ level: 30 }, null, 2), ["noise", "noise", "noise"]],
    ["an open bracket before messages", `{ starting\n${line}\n${line}`, ["noise", "value", "value"]],
    ["a message that never ends", '{"jsonrpc":"2.0",\n"id":1,', ["noise", "noise"]],
    ["a line break inside a string", '{"jsonrpc":"2.0","method":"a\nb"}', ["spread"]],
    ["brackets inside strings", JSON.stringify({ ...PING, result: { a: '}]"{[' } }, null, 2), ["spread"]],
    ["a batch", `[${line},${line}]`, ["value"]],
  ])("%s", (_name, text, expected) => {
    expect(read(text).map((one) => one.what)).toEqual(expected);
  });

  it("counts every line once, whatever comes", () => {
    const words = fc.constantFrom(
      line,
      "{",
      "}",
      "[",
      "]",
      '"',
      "",
      "word",
      '{"a":1}',
      "Content-Length: 5",
      `${line}${line}`,
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (lines) => {
        const pieces = read(lines.join("\n"));
        const covered = pieces.flatMap(({ from, to }) =>
          Array.from({ length: to - from + 1 }, (_, index) => from + index),
        );
        expect(covered).toEqual(Array.from({ length: Math.max(1, lines.length) }, (_, index) => index));
      }),
    );
  });

  it("reads a message however it is indented", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 4 }), (value, indent) => {
        const message = JSON.parse(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { value } }));
        const [piece, ...rest] = read(JSON.stringify(message, null, indent));
        expect(rest).toEqual([]);
        expect(piece?.what).toBe("spread");
        expect(piece?.values).toEqual([message]);
      }),
    );
  });
});
