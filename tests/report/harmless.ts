import { expect } from "vitest";
import type { Report } from "../../src/model/mod.ts";
import { badgeSvg } from "../../src/report/badge.ts";
import { githubReport } from "../../src/report/github.ts";
import { htmlReport } from "../../src/report/html.ts";
import { SCRIPT } from "../../src/report/html-script.ts";
import { jsonReport, toJson } from "../../src/report/json.ts";
import { junitReport } from "../../src/report/junit.ts";
import { markdownReport } from "../../src/report/markdown.ts";
import { resultLine } from "../../src/report/result-line.ts";
import { sarifReport } from "../../src/report/sarif.ts";
import { terminalReport } from "../../src/report/terminal.ts";
import { widthOf } from "../../src/report/width.ts";
import { ACTIVE, COMMANDS } from "./golden.ts";
import { elements, everyElement, readMarkup, textOf } from "./markup.ts";
import { renderMarkdown, reportProblems, sarifProblems } from "./readers.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** Bytes of one report of a handful of checks, whatever stands in it. */
const MOST = 2_000_000;

/** Prints a report in every format, and asserts of each that nothing in it acts, hides or breaks out. */
export function expectHarmless(report: Report): void {
  const all = everyFormat(report);
  for (const [name, text] of Object.entries(all)) {
    expect(text, name).not.toMatch(ACTIVE);
    const own = name === "github" ? /^::(?:error|warning|notice) title=/gm : /(?!)/g;
    expect(text.replace(own, ""), name).not.toMatch(COMMANDS);
    expect(text, name).toMatch(/[^\n]\n$/);
    expect(bytes(text), name).toBeLessThan(MOST);
  }
  harmlessJson(report, all.json);
  expect(sarifProblems(JSON.parse(all.sarif))).toEqual([]);
  harmlessHtml(all.html);
  harmlessMarkdown(all.markdown);
  harmlessGithub(all.github);
  readMarkup(all.badge, "xml");
  harmlessJunit(report, all.junit);
}

export function everyFormat(report: Report) {
  const look = { color: false, width: 80, unicode: true, verbose: true };
  return {
    terminal: terminalReport(report, look),
    "terminal, short": terminalReport(report, { ...look, verbose: false }),
    "terminal, ASCII": terminalReport(report, { ...look, unicode: false }),
    // Our own colours act; nothing else does.
    "terminal, coloured": terminalReport(report, { ...look, color: true }).replace(/\u001b\[\d+m/g, ""),
    results: `results\n${report.tests.map((test) => `${oneLine(resultLine(test, look))}\n`).join("")}`,
    json: jsonReport(report),
    sarif: sarifReport(report),
    junit: junitReport(report),
    markdown: markdownReport(report),
    html: htmlReport(report),
    github: githubReport(report),
    badge: badgeSvg(report),
  };
}

function oneLine(line: string): string {
  expect(line).not.toContain("\n");
  expect(widthOf(line)).toBeLessThanOrEqual(80);
  return line;
}

function harmlessJson(report: Report, text: string): void {
  const value = JSON.parse(text);
  expect(value).toEqual(JSON.parse(JSON.stringify(toJson(report))));
  expect(reportProblems(value)).toEqual([]);
}

/** What a page of ours is made of. */
const TAGS = new Set(
  `html head meta title style body a main header svg circle text rect div p h1 h2 h3 small dl dt dd section ul li b i
  form fieldset legend label input select option span button output details summary code pre br footer script`.split(
    /\s+/,
  ),
);

function harmlessHtml(text: string): void {
  const root = readMarkup(text, "html");
  // The script works on the filters; a page without a check has neither.
  const scripts = elements(root, "form").length === 0 ? [] : [SCRIPT];
  expect(elements(root, "script").map(textOf)).toEqual(scripts);
  expect(text.match(/<\/?script/gi) ?? []).toHaveLength(2 * scripts.length);
  expect(text).not.toMatch(/<!--/);
  for (const { name, attributes } of everyElement(root)) {
    expect(TAGS.has(name), name).toBe(true);
    for (const [key, value] of Object.entries(attributes)) {
      expect(key).not.toMatch(/^on|^(style|src|srcset|srcdoc|action|formaction|http-equiv-x|xlink:href)$/);
      if (key === "href") expect(value).toMatch(/^(https:\/\/modelcontextprotocol\.io\/|#checks$)/);
    }
  }
}

/** Tags that the Markdown itself makes, and those of HTML that we write into it. */
const RENDERED =
  /^<\/?(h[1-6]|p|strong|em|code|pre|ul|li|table|thead|tbody|tr|td|th|blockquote|br|details|summary|sub)( [a-z]+="[^"]*")*( \/)?>$/;
const RENDERED_LINK = /^<a href="https:\/\/modelcontextprotocol\.io\/[^"]*">$|^<\/a>$/;

function harmlessMarkdown(text: string): void {
  expect(bytes(text)).toBeLessThanOrEqual(60_000);
  const html = renderMarkdown(text);
  for (const tag of html.match(/<[^>]*>?/g) ?? []) {
    if (tag !== "<!-- mcp-compliance -->" && !RENDERED.test(tag)) expect(tag).toMatch(RENDERED_LINK);
  }
  // Every fold is closed, and the last line is not inside of anything.
  expect(html.match(/<details>/g)?.length).toBe(html.match(/<\/details>/g)?.length);
  expect(html.match(/<pre>/g)?.length).toBe(html.match(/<\/pre>/g)?.length);
  expect(html).toMatch(/<p><sub>mcp-compliance [\s\S]*<\/sub><\/p>\n?$/);
  // Headings are ours alone, and so are the rows of a table.
  for (const heading of html.match(/<h\d>[\s\S]*?<\/h\d>/g) ?? []) {
    expect(heading).toMatch(
      /^<h[23]>(MCP compliance: grade|(Required|Optional) checks that|Advice \(|Not evaluable: )/,
    );
  }
  for (const row of html.match(/<tr>[\s\S]*?<\/tr>/g) ?? []) expect([2, 4]).toContain(row.match(/<t[dh]/g)?.length);
  // Mentions and references are made of the finished text: between the sign and the name stands something.
  const outside = html.replace(/<(code|pre)[^>]*>[\s\S]*?<\/\1>/g, "").replace(/<[^>]*>/g, "");
  expect(outside).not.toMatch(/@[\w-]|(^|[^&])#\d|\bGH-\d/i);
}

function harmlessGithub(text: string): void {
  for (const line of text.trimEnd().split("\n")) {
    expect(line).toMatch(/^::(error|warning|notice) title=(?:(?!::)[^,:\r\n])+::/);
    const [, title = "", message = ""] = /^::\w+ title=([^:]*)::(.*)$/.exec(line) ?? [];
    // A percent sign stands only where we wrote one.
    for (const part of [title, message]) expect(part.replace(/%(25|0D|0A|3A|2C)/g, "")).not.toContain("%");
    expect(title.length).toBeLessThanOrEqual(255);
    expect(bytes(message)).toBeLessThan(64_000);
  }
}

/** The reader of the tests; libxml2 reads the same in a test of its own, as it is slow to start. */
function harmlessJunit(report: Report, text: string): void {
  const root = readMarkup(text, "xml");
  const names = new Set(everyElement(root).map((one) => one.name));
  for (const name of names)
    expect(name).toMatch(/^(testsuites?|testcase|failure|error|skipped|propert(y|ies)|system-out)$/);
  expect(elements(root, "testcase")).toHaveLength(report.tests.length);
}
