import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { junitReport } from "../../src/report/junit.ts";
import { expectHarmless } from "./harmless.ts";
import { junitProblems } from "./readers.ts";
import { HOSTILE, hostileReport, SAMPLE } from "./sample.ts";

const ESC = "\u001b";

/** What a server may say to whoever reads a report of it. */
const PAYLOADS: Readonly<Record<string, string>> = {
  "all at once": HOSTILE,
  "colours and cursor": `${ESC}[31m${ESC}[2J${ESC}[1;1Hgrade A${ESC}[8m`,
  "title and clipboard": `${ESC}]0;t\u0007${ESC}]52;c;cm0gLXJm${ESC}\\`,
  "controls of one byte": "\u009b31m\u0090q\u009c\u0085\u007f",
  NUL: "a\u0000b",
  "every control": Array.from({ length: 32 }, (_, at) => String.fromCharCode(at)).join(""),
  "reading order": "\u202egpj.exe\u202c \u2066a\u2069 \u061c\u200e\u200f",
  "invisible characters": "a\u200b\u2060\ufeff\u00ad\u034f\u{e0041}\u3164b",
  "lines that are none": "a\u2028::error::b\u2029::error::c\u0085::error::d",
  "half characters": "\ud800 \udc00\ud800 \udfff",
  "what XML cannot hold": "\ufffe\uffff\ufdd0\u0001",
  "end of CDATA": "]]>]]&gt;<![CDATA[x]]>",
  comment: "--><!-- --!> <!",
  script: "</script><script>alert(1)</script></style><style>*{display:none}",
  "an image with a handler": `"'><img src=x onerror=alert(1)><svg/onload=alert(1)>`,
  "an attribute": `" onmouseover="alert(1)" x='`,
  "a link in HTML": `<a href="javascript:alert(1)">x</a><base href="//evil.example/">`,
  "references to entities": "&lt;b&gt; &#60;script&#62; &nbsp; &#x1b;[31m &unknown; &",
  "a link in Markdown": "[x](javascript:alert(1)) [y]: http://evil.example",
  "an image in Markdown": "![x](https://evil.example/pixel.png) ![][y]",
  "addresses that become links":
    "http://evil.example www.evil.example me@evil.example mailto:me@evil.example xmpp:a@b.cd",
  "an address in brackets": "<https://evil.example> <me@evil.example>",
  "fences and folds": "```\n</details>\n\n~~~\n# A\n</summary></details><details open>",
  "blocks of Markdown": "\n\n# Title\n\n- [x] item\n\n> quote\n\n---\n\n1. one\n\nTitle\n===\n\n    code\n",
  "cells of a table": "a | b || c\n|---|---|\n| x | y |",
  "footnotes and mathematics": "[^1] $x$ $$y$$ ~~z~~ \\( \\) `a``b```",
  "mentions and references": "@everyone @team/x #1 GH-1 octo/repo#2 evil@0123456789012345678901234567890123456789",
  backslashes: "\\\\ \\` \\[ \\] C:\\dir\\",
  "commands of runners": "::error file=a,line=1::b\n::set-output name=x::y\n  ::add-mask::z\n::stop-commands::w",
  "commands that are written as escapes": "%0A::error::a %0D%0a%25 ::%3A%2C",
  "commands of other runners": "##[error]a ##vso[task.setvariable variable=PATH]b ##teamcity[testFailed] ###[x]",
  "a name of a megabyte": "n".repeat(1_000_000),
  "a megabyte of what is escaped": "\u0000&<|@a\ud800".repeat(150_000),
  "a megabyte without a blank, wide": "天".repeat(500_000),
  "marks without end": `a${"\u0301".repeat(10_000)}`,
  "lines without end": "\n".repeat(100_000),
  "names of JavaScript": "__proto__ constructor toString",
  nothing: "",
  blanks: " \t \n ",
};

describe("a server whose every text is hostile", () => {
  it.each(Object.entries(PAYLOADS))("harms nobody with %s, in any format", (_, text) => {
    expectHarmless(hostileReport(text));
  });

  it("is told as XML that libxml2 reads and JUnit's schema takes", async () => {
    const reports = [SAMPLE, ...Object.values(PAYLOADS).map((text) => hostileReport(text))];
    expect(await junitProblems(...reports.map(junitReport))).toEqual([]);
  });

  it("harms nobody, whatever it says", () => {
    const part = fc.oneof(
      fc.constantFrom(...Object.values(PAYLOADS).filter((text) => text.length < 500)),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.constantFrom(
        "\n",
        "\r\n",
        " ",
        "|",
        "`",
        "```",
        "<",
        ">",
        "&",
        "*",
        "_",
        "[",
        "]",
        "(",
        ")",
        "!",
        "\\",
        "#",
        "-",
        "~",
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => expectHarmless(hostileReport(parts.join("")))),
      { numRuns: 25 },
    );
  });
});

describe("a report of a server that means no harm", () => {
  it.each([
    ["with every kind of result", SAMPLE],
    ["of a server that never answered", { ...SAMPLE, reached: false }],
    ["without a test", { ...SAMPLE, tests: [], categories: {} }],
    [
      "without names",
      { ...SAMPLE, serverInfo: { ...SAMPLE.serverInfo, name: null, version: null, protocolVersion: null } },
    ],
    ["without a warning", { ...SAMPLE, warnings: [] }],
  ])("is what the readers of each format take, %s", async (_, report) => {
    expectHarmless(report);
    expect(await junitProblems(junitReport(report))).toEqual([]);
  });
});

describe("the reader of these tests", () => {
  it("sees what is wrong", async () => {
    const sound = junitReport(SAMPLE);
    expect(await junitProblems(sound.replace("<testsuites ", '<testsuites skipped="7" '))).not.toEqual([]);
    expect(await junitProblems(sound.replace("</testsuites>", ""))).not.toEqual([]);
  });
});
