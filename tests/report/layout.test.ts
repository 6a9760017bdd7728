import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { disarmLines, escapeJson, escapeTerminal } from "../../src/report/escape.ts";
import { clip, pad, wrapText } from "../../src/report/layout.ts";
import { widthOf } from "../../src/report/width.ts";
import { ACTIVE } from "./golden.ts";

describe("widthOf()", () => {
  it.each([
    ["abc", 3],
    ["天気", 4],
    ["한국어", 6],
    ["e\u0301", 1],
    ["👍", 2],
    ["👍🏽", 2],
    ["👩‍👩‍👧", 2],
    ["❤️", 2],
    ["→", 1],
    ["", 0],
  ])("%s takes %i", (text, width) => expect(widthOf(text)).toBe(width));
});

describe("wrapText()", () => {
  it("breaks between words", () => expect(wrapText("one two three", 8)).toEqual(["one two", "three"]));
  it("breaks wide characters by their columns", () =>
    expect(wrapText("天気予報天気", 8)).toEqual(["天気予報", "天気"]));
  it("breaks JSON after a comma", () =>
    expect(wrapText('{"aaaa":1,"bbbbbbbb":2}', 14)).toEqual(['{"aaaa":1,', '"bbbbbbbb":2}']));
  it("never breaks an address", () => {
    const link = "https://example.com/a/very/long/path/that/does/not/fit";
    expect(wrapText(`see ${link} for more`, 20)).toEqual(["see", link, "for more"]);
  });

  it("keeps to the width and loses no character but blanks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 8, max: 60 }), (raw, width) => {
        const text = escapeTerminal(raw);
        fc.pre(!text.includes("://"));
        const lines = wrapText(text, width);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });
});

describe("clip() and pad()", () => {
  it("cuts by columns", () => expect(clip("天気予報", 6, "…")).toBe("天気…"));
  it("leaves what fits", () => expect(clip("abc", 3, "…")).toBe("abc"));
  it("fills by columns", () => expect(pad("天", 4)).toBe("天  "));
});

describe("escaping", () => {
  it("leaves nothing that acts, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escapeTerminal(text)).not.toMatch(ACTIVE);
        expect(JSON.parse(escapeJson(JSON.stringify(text)))).toBe(text);
        expect(escapeJson(JSON.stringify(text))).not.toMatch(ACTIVE);
      }),
    );
  });

  it("lets no line of a log command the runner of a build", () => {
    expect(escapeTerminal("##[error]a ## [b] ###vso[c]")).toBe("#\\x23[error]a ## [b] ##\\x23vso[c]");
    expect(disarmLines("a ::b\n  ::c::d\n\u00a0::e\n:f \u001b[2m::g")).toBe(
      "a ::b\n  \\x3a:c::d\n\u00a0\\x3a:e\n:f \u001b[2m::g",
    );
    expect(disarmLines("\u001b[2m   \u001b[22m::error")).toBe("\u001b[2m   \u001b[22m\\x3a:error");
  });

  it("leaves people's writing alone", () => {
    for (const text of ["Zürich", "天気予報", "שלום", "مرحبا", "👩‍👩‍👧", "a\\b"])
      expect(escapeTerminal(text)).toBe(text);
  });
});
