import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SseItem, sseParser } from "../../src/protocol/sse.ts";

function parse(...pieces: readonly string[]): readonly SseItem[] {
  const parser = sseParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

/** What the standard says, on the whole text at once, as plainly as it can be written. */
function parseWhole(text: string): readonly SseItem[] {
  const items: SseItem[] = [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  // What stands after the last line end is no line yet.
  lines.pop();
  let event: { event?: string; id?: string; retry?: number; data?: string } = {};
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? [];
    if (line === "") {
      if (Object.keys(event).length > 0) items.push({ kind: "event", ...event });
      event = {};
    } else if (line.startsWith(":")) items.push({ kind: "comment", text: value });
    else if (name === "data") event.data = event.data === undefined ? value : `${event.data}\n${value}`;
    else if (name === "event") event.event = value;
    else if (name === "id" && !value.includes("\0")) event.id = value;
    else if (name === "retry" && /^[0-9]+$/.test(value)) event.retry = Number(value);
  }
  return items;
}

describe("examples of the standard", () => {
  test("data over several lines", () => {
    expect(parse("data: YHOO\ndata: +2\ndata: 10\n\n")).toEqual([{ kind: "event", data: "YHOO\n+2\n10" }]);
  });
  test("a comment, ids, an empty id, an unfinished event", () => {
    const text = ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n";
    expect(parse(text)).toEqual([
      { kind: "comment", text: "test stream" },
      { kind: "event", data: "first event", id: "1" },
      { kind: "event", data: "second event", id: "" },
    ]);
    expect(parse(`${text}\n`).at(-1)).toEqual({ kind: "event", data: " third event" });
  });
  test("empty data", () => {
    expect(parse("data\n\ndata\ndata\n\ndata:")).toEqual([
      { kind: "event", data: "" },
      { kind: "event", data: "\n" },
    ]);
  });
  test("one space after the colon is no part of the value", () => {
    expect(parse("data:test\n\ndata: test\n\n")).toEqual([
      { kind: "event", data: "test" },
      { kind: "event", data: "test" },
    ]);
  });
});

const CASES: readonly (readonly [name: string, text: string, items: readonly SseItem[]])[] = [
  ["a priming event", "id: 7\ndata:\n\n", [{ kind: "event", id: "7", data: "" }]],
  ["an event of an id alone", "id: 7\n\n", [{ kind: "event", id: "7" }]],
  ["an event of retry alone", "retry: 3000\n\n", [{ kind: "event", retry: 3000 }]],
  ["an event of a name alone", "event: x\n\n", [{ kind: "event", event: "x" }]],
  ["retry that is no number", "retry: 1.5\nretry: -1\nretry:\n\n", []],
  ["retry that no number holds", `retry: ${"9".repeat(400)}\n\n`, [{ kind: "event", retry: Number.MAX_SAFE_INTEGER }]],
  ["an id with NUL", "id: a\0\ndata: x\n\n", [{ kind: "event", data: "x" }]],
  ["the last of two ids", "id: 1\nid: 2\n\n", [{ kind: "event", id: "2" }]],
  ["unknown fields only", "foo: bar\nData: x\n\n", []],
  ["spaces before a name", " data: x\n\n", []],
  ["blank lines only", "\n\n\r\n\r", []],
  ["colons in a value", "data: a: b:c\n\n", [{ kind: "event", data: "a: b:c" }]],
  ["a comment without text", ":\n", [{ kind: "comment", text: "" }]],
  [
    "a comment inside an event",
    "data: a\n: c\ndata: b\n\n",
    [
      { kind: "comment", text: "c" },
      { kind: "event", data: "a\nb" },
    ],
  ],
  ["a byte order mark, once", "\uFEFFdata: a\n\n", [{ kind: "event", data: "a" }]],
  ["a second byte order mark is part of a name", "\uFEFF\uFEFFdata: a\n\n", []],
  ["a byte order mark later is text", "data: \uFEFFa\n\n", [{ kind: "event", data: "\uFEFFa" }]],
  ["CR ends", "data: a\rdata: b\r\r", [{ kind: "event", data: "a\nb" }]],
  ["CRLF ends", "data: a\r\ndata: b\r\n\r\n", [{ kind: "event", data: "a\nb" }]],
  ["LF after CRLF is a blank line", "data: a\r\n\n", [{ kind: "event", data: "a" }]],
  ["other line separators are text", "data: a\u2028b\u0085c\vd\n\n", [{ kind: "event", data: "a\u2028b\u0085c\vd" }]],
  ["a response with a name", "event: message\ndata: {}\n\n", [{ kind: "event", event: "message", data: "{}" }]],
];

describe("whole, and a character at a time", () => {
  for (const [name, text, items] of CASES) {
    test(name, () => {
      expect(parse(text)).toEqual(items);
      expect(parse(...text)).toEqual(items);
      expect(parse(...text.split("").flatMap((char) => [char, ""]))).toEqual(items);
    });
  }
});

test("an item is given as soon as it is whole", () => {
  const parser = sseParser();
  expect(parser.push("data: a\r")).toEqual([]);
  expect(parser.push("\r")).toEqual([{ kind: "event", data: "a" }]);
  expect(parser.push("\n")).toEqual([]);
  expect(parser.push(": hi\r")).toEqual([{ kind: "comment", text: "hi" }]);
});

test("a megabyte in small pieces takes no time that grows with its square", () => {
  const parser = sseParser();
  const piece = "x".repeat(64);
  parser.push("data: ");
  for (let n = 0; n < 32_768; n++) parser.push(piece);
  const [event] = parser.push("\n\n");
  expect(event?.kind === "event" && event.data?.length).toBe(2 * 1024 * 1024);
});

const fragment = fc.constantFrom(
  "data",
  "data:",
  "data: ",
  "id: 1",
  "id",
  "event: message",
  "retry: 10",
  ": c",
  ":",
  "\n",
  "\r",
  "\r\n",
  "\n\n",
  "\uFEFF",
  "\0",
  " ",
  "é",
  "🙂",
  "x",
);
const streams = fc.oneof(
  fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
);

test("any text is read as the standard says", () => {
  fc.assert(
    fc.property(streams, (text) => {
      expect(parse(text)).toEqual(parseWhole(text));
    }),
    { numRuns: 2000 },
  );
});

test("any split of the bytes gives the same items", () => {
  const split = fc.tuple(streams, fc.array(fc.nat({ max: 200 }), { maxLength: 12 }));
  fc.assert(
    fc.property(split, ([text, cuts]) => {
      const bytes = new TextEncoder().encode(text);
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
      const pieces = at.slice(1).map((end, index) => decoder.decode(bytes.subarray(at[index], end), { stream: true }));
      const whole = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      expect(parse(...pieces)).toEqual(parse(whole));
    }),
    { numRuns: 2000 },
  );
});
