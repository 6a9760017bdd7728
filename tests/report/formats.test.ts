import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { finding, type Report } from "../../src/model/mod.ts";
import { badgeSvg } from "../../src/report/badge.ts";
import { escapeCommand, escapeHtml, escapeMarkdown, markdownCode } from "../../src/report/escape.ts";
import { githubReport } from "../../src/report/github.ts";
import { CSS_HASH, htmlReport, SCRIPT_HASH } from "../../src/report/html.ts";
import { SCRIPT } from "../../src/report/html-script.ts";
import { CSS } from "../../src/report/html-style.ts";
import { junitReport } from "../../src/report/junit.ts";
import { markdownReport } from "../../src/report/markdown.ts";
import { sarifReport } from "../../src/report/sarif.ts";
import { ACTIVE, COMMANDS, expectGolden } from "./golden.ts";
import { type Element, elements, everyElement, readMarkup, textOf } from "./markup.ts";
import { body, head, hostileReport, httpExchange, result, SAMPLE } from "./sample.ts";

const PRINTERS = {
  "report.xml": junitReport,
  "github.txt": githubReport,
  "report.md": markdownReport,
  "report.sarif": sarifReport,
  "report.html": htmlReport,
  "badge.svg": badgeSvg,
} as const;

describe.each(Object.entries(PRINTERS))("%s", (name, print) => {
  it("prints the sample", () => expectGolden(name, print(SAMPLE)));
  it("lets nothing of the server act or hide", () => expect(print(hostileReport())).not.toMatch(ACTIVE));
  it("commands no runner", () => {
    const own = name === "github.txt" ? /^::(?:error|warning|notice) title=/gm : /(?!)/g;
    expect(print(hostileReport()).replace(own, "")).not.toMatch(COMMANDS);
  });
  it("ends in one line feed", () => expect(print(SAMPLE)).toMatch(/[^\n]\n$/));
  it("prints a run without tests", () => {
    expect(() => print({ ...SAMPLE, tests: [], categories: {} })).not.toThrow();
  });
});

describe("junitReport()", () => {
  const attribute = (element: Element | undefined, name: string) => Number(element?.attributes[name]);

  it.each([
    ["the sample", SAMPLE],
    ["hostile text", hostileReport()],
  ])("is sound XML with %s, and its counts are right", (_, report) => {
    const root = readMarkup(junitReport(report), "xml");
    const [all] = elements(root, "testsuites");
    expect(elements(root, "testcase").length).toBe(report.tests.length);
    for (const [tag, plural, outcome] of [
      ["failure", "failures", "fail"],
      ["error", "errors", "unknown"],
      ["skipped", "skipped", "skip"],
    ] as const) {
      const expected = report.tests.filter((test) => test.outcome === outcome).length;
      expect(elements(root, tag).length).toBe(expected);
      // "skipped" of all suites is no attribute of the schema.
      if (plural !== "skipped") expect(attribute(all, plural)).toBe(expected);
      const suites = elements(root, "testsuite");
      expect(suites.reduce((sum, suite) => sum + attribute(suite, plural), 0)).toBe(expected);
      for (const suite of suites) expect(attribute(suite, plural)).toBe(elements(suite, tag).length);
    }
  });

  it("tells a failure with its evidence", () => {
    const root = readMarkup(junitReport(SAMPLE), "xml");
    const failed = elements(root, "testcase").find((one) => one.attributes["name"] === "tools-call");
    const text = textOf(failed ?? root);
    for (const part of ["expected  result.content", "POST /mcp", "nothing at /result/content", "fix "]) {
      expect(text).toContain(part);
    }
  });
});

describe("githubReport()", () => {
  it("has only commands, one a line, whatever the server says", () => {
    for (const report of [SAMPLE, hostileReport()]) {
      for (const line of githubReport(report).trimEnd().split("\n")) {
        expect(line).toMatch(/^::(error|warning|notice) title=[^:,]+::/);
      }
    }
  });

  it("has an error for each required failure and what was not seen, and one notice at the end", () => {
    const lines = githubReport(SAMPLE).trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith("::error"))).toHaveLength(3);
    expect(lines.filter((line) => line.startsWith("::notice"))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^::notice .*Grade D \(40 of 100\) for MCP 2025-11-25/);
    expect(lines.filter((line) => line.startsWith("::warning"))).toHaveLength(SAMPLE.warnings.length + 4);
  });

  it("escapes what would end a line or begin another command", () => {
    expect(escapeCommand("a%0A\r\n::error::b")).toBe("a%250A\\r%0A::error::b");
  });
});

describe("markdownReport()", () => {
  it("fits into a comment, however much was found", () => {
    const many = Array.from({ length: 300 }, (_, at) => ({
      ...(SAMPLE.tests[4] ?? result({ id: "x", outcome: "fail" })),
      id: `t-${at}`,
    }));
    const text = markdownReport({ ...SAMPLE, tests: many });
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
    // What has no room for its exchange is told short, what has none at all by its name.
    expect(text).toContain("`t-0`");
    expect(text).toMatch(/\*\*`t-59`\*\* \(MUST\)/);
    expect(text).toMatch(/_Left out, as a comment holds no more:_ `t-\d+`.* and \d+ more\. _The JSON and the HTML/);
    expect(text.trimEnd().endsWith("</sub>")).toBe(true);
  });

  it("counts bytes, not characters", () => {
    const wide = "天気".repeat(1_000);
    const tests = Array.from({ length: 100 }, (_, at) => ({
      ...result({ id: `w-${at}`, outcome: "fail", required: true }),
      findings: [finding(wide, "none", { expected: wide, actual: wide })],
    }));
    const text = markdownReport({ ...SAMPLE, tests, warnings: Array.from({ length: 50 }, () => wide) });
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
    expect(text).toContain("Left out");
    expect(text).toContain("and 40 more warnings");
  });

  it("folds the exchanges away", () => {
    const text = markdownReport(SAMPLE);
    expect(text).toContain("  <details><summary>Exchange</summary>\n\n  ```text\n  sent POST /mcp");
  });

  it("closes every fence and fold", () => {
    for (const report of [SAMPLE, hostileReport()]) {
      const text = markdownReport(report);
      expect((text.match(/^ {2}`{3,}/gm) ?? []).length % 2).toBe(0);
      expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
    }
  });

  it("makes no HTML, table cell, mention or link of what a server says", () => {
    const outside = markdownReport(hostileReport())
      .replace(/^ {2}```text\n[\s\S]*?^ {2}```$/gm, "")
      // Escaped characters and code spans, whichever begins first.
      .replace(/\\[\s\S]|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "");
    expect(outside).not.toMatch(/<(?!\/?(details|summary|sub)>|!-- mcp-compliance -->)/);
    expect(outside).not.toMatch(/@[a-z]/);
  });

  it.each([
    ["a_b*c", "a\\_b\\*c"],
    ["[x](http://y)", "\\[x\\](http:\\/\\/y)"],
    ["<img>", "&lt;img&gt;"],
    ["a|b", "a\\|b"],
    ["# title", "\\# title"],
    ["- item", "\\- item"],
    ["1. one", "1\u200b. one"],
    ["@team see #12", "@\u200bteam see #\u200b12"],
    ["www.x.example", "www\\.x.example"],
    ["a-b (c) 50%", "a-b (c) 50%"],
    ["&lt;", "&amp;lt;"],
  ])("escapes %s", (text, escaped) => expect(escapeMarkdown(text)).toBe(escaped));

  it.each([
    ["a", "`a`"],
    ["a`b", "``a`b``"],
    ["`", "`` ` ``"],
    ["", "`  `"],
  ])("makes code of %s", (text, code) => expect(markdownCode(text)).toBe(code));
});

describe("sarifReport()", () => {
  const read = (report: Report) => JSON.parse(sarifReport(report)).runs[0];

  it("has a result for each failure, and none for what was skipped or not seen", () => {
    const run = read(SAMPLE);
    const failed = SAMPLE.tests.filter((test) => test.outcome === "fail").map((test) => test.id);
    expect(run.results.map((one: { ruleId: string }) => one.ruleId)).toEqual(failed);
    expect(run.tool.driver.rules.map((one: { id: string }) => one.id)).toEqual(failed);
    run.results.forEach((one: { ruleId: string; ruleIndex: number }) => {
      expect(run.tool.driver.rules[one.ruleIndex].id).toBe(one.ruleId);
    });
  });

  it("gives required failures the level error, optional ones warning, advice note", () => {
    const levels = Object.fromEntries(
      read(SAMPLE).results.map((one: { ruleId: string; level: string }) => [one.ruleId, one.level]),
    );
    expect(levels).toMatchObject({
      "tools-call": "error",
      "tools-title-field": "warning",
      "security-cors-headers": "note",
    });
  });

  it("tells skips and the revision in its properties", () => {
    const run = read(SAMPLE);
    expect(run.automationDetails.id).toBe("mcp-compliance/2025-11-25/");
    const { properties } = run.invocations[0];
    expect(properties.testsSkipped).toBe(7);
    expect(properties.skippedTests).toContain("prompts-list");
    expect(properties.notEvaluable[0].tests).toEqual(["resources-list", "resources-read", "resources-templates"]);
  });

  it("keeps an alert the same while the server's words change", () => {
    const prints = (report: Report) =>
      read(report).results.map((one: { partialFingerprints: object }) => one.partialFingerprints);
    const reworded = {
      ...SAMPLE,
      tests: SAMPLE.tests.map((test) => ({ ...test, details: "other" })),
      url: "http://other/",
    };
    expect(prints(reworded)).toEqual(prints(SAMPLE));
  });

  it("says that a server that never answered was not tested", () => {
    expect(read({ ...SAMPLE, reached: false }).invocations[0].executionSuccessful).toBe(false);
    expect(read(SAMPLE).invocations[0].executionSuccessful).toBe(true);
  });
});

describe("htmlReport()", () => {
  it.each([
    ["the sample", SAMPLE],
    ["hostile text", hostileReport()],
  ])("is sound with %s, with no script but ours, and loads nothing", (_, report) => {
    const text = htmlReport(report);
    const root = readMarkup(text, "html");
    expect(elements(root, "script").map(textOf)).toEqual([SCRIPT]);
    expect(elements(root, "script")[0]?.attributes).toEqual({});
    const names = new Set(["img", "iframe", "link", "object", "embed", "base"]);
    for (const name of names) expect(elements(root, name), name).toEqual([]);
    expect(text).toContain(
      `content="default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${CSS_HASH}'; base-uri`,
    );
    const style = elements(root, "style").map(textOf).join("");
    expect(style).not.toMatch(/url\(|@import/);
    for (const link of elements(root, "a"))
      expect(link.attributes["href"]).toMatch(/^(https:\/\/modelcontextprotocol\.io\/|#checks$)/);
    for (const form of elements(root, "form")) expect(form.attributes).not.toHaveProperty("action");
    // The policy would stop them; a page that needs it to has a hole.
    for (const one of everyElement(root)) {
      expect(Object.keys(one.attributes).filter((key) => /^(on|style$|srcdoc$|formaction$)/.test(key))).toEqual([]);
    }
  });

  it("lets through the style and the script that it has, and no other", () => {
    const hash = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
    expect({ CSS_HASH, SCRIPT_HASH }).toEqual({ CSS_HASH: hash(CSS), SCRIPT_HASH: hash(SCRIPT) });
  });

  it("shows each exchange whole, once for each check", () => {
    const root = readMarkup(htmlReport(SAMPLE), "html");
    const pairs = elements(root, "details").filter((one) => one.attributes["class"] === "exchange");
    expect(pairs).toHaveLength(5);
    const [sent, received] = elements(pairs[0] ?? root, "pre").map(textOf);
    expect(sent).toMatch(/^POST http:\/\/127[^\n]*\nAccept: [\s\S]*\n\n\{"jsonrpc":"2\.0","id":7/);
    expect(received).toMatch(/^HTTP 200\ncontent-type: application\/json\nMcp-Session-Id: 1868a90c\n\n\{"jsonrpc"/);
  });

  it("gives the filters what they go by", () => {
    const all = everyElement(readMarkup(htmlReport(SAMPLE), "html")).filter((one) => "data-outcome" in one.attributes);
    const data = all.map((one) => [
      one.attributes["id"],
      one.attributes["data-outcome"],
      one.attributes["data-category"],
    ]);
    expect(data.sort()).toEqual(SAMPLE.tests.map((test) => [test.id, test.outcome, test.category]).sort());
  });

  it("has every check in it", () => {
    const text = textOf(readMarkup(htmlReport(SAMPLE), "html"));
    for (const test of SAMPLE.tests) expect(text).toContain(test.id);
  });

  it("opens what must be mended first, and only that", () => {
    const checks = elements(readMarkup(htmlReport(SAMPLE), "html"), "details").filter((one) => one.attributes["id"]);
    const open = checks.filter((one) => "open" in one.attributes).map((one) => one.attributes["id"]);
    expect(open).toEqual(["tools-call", "tools-schema"]);
  });

  it("makes no link of an address that is none", () => {
    const test = result({ id: "x", outcome: "fail", clauses: ["javascript:alert(1)"] });
    const links = elements(readMarkup(htmlReport({ ...SAMPLE, tests: [test] }), "html"), "a");
    expect(links.map((one) => one.attributes["href"])).toEqual(["#checks"]);
  });

  it("stays small enough to read, whatever a server sends", () => {
    const long = "x".repeat(5_000_000);
    const report = { ...SAMPLE, warnings: [long], serverInfo: { ...SAMPLE.serverInfo, name: long } };
    expect(htmlReport(report).length).toBeLessThan(100_000);
    // And with as many exchanges as a server can be wrong in.
    const frames = [head(200, []), ...Array.from({ length: 20 }, () => body("&".repeat(50_000)))];
    const evidence = Array.from({ length: 20 }, (_, at) => httpExchange(`e#${at}`, { frames }));
    const findings = evidence.map((one) => finding("wrong", one.id));
    const many = Array.from({ length: 80 }, (_, at) => result({ id: `t-${at}`, outcome: "fail", findings, evidence }));
    const full = htmlReport({ ...SAMPLE, tests: many });
    expect(full.length).toBeLessThan(4_000_000);
    expect(full).toContain("The exchange is left out: this page is full.");
  });

  it("escapes markup", () =>
    expect(escapeHtml(`<a href="x" id='y'>&`)).toBe("&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;"));
});
