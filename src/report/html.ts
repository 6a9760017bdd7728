import type { Report, TestResult } from "../model/mod.ts";
import { baselineLine } from "./baseline.ts";
import { type Cause, type Groups, groupsOf, testsOf } from "./groups.ts";
import { cause, failure, passedRow } from "./html-check.ts";
import { exchangeWriter } from "./html-exchange.ts";
import { SCRIPT } from "./html-script.ts";
import { CSS } from "./html-style.ts";
import { say } from "./html-text.ts";
import { ADVICE_REMARK, headlineOf, summaryOf, transportName, warningsBesidesReason } from "./words.ts";

/** SHA-256 of the style and of the script, for the page's policy. A test compares them and says what they should be. */
export const CSS_HASH = "sha256-kYxSb8hFEUBILnaUBKEH/Wy7ZJF0x4VH2WC24VUhb7U=";
export const SCRIPT_HASH = "sha256-EzzSzTdoAS3N/6BdDb6AxAWNeAwNcUVCotaMtlIViaw=";

/** Nothing is loaded, nothing is sent, and no script or style is taken for ours that is not. */
const POLICY = `default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${CSS_HASH}'; base-uri 'none'; form-action 'none'`;

/** One page with everything in it, for people: nothing to load, and a policy that lets nothing be loaded. */
export function htmlReport(report: Report): string {
  const groups = groupsOf(report);
  const write = exchangeWriter();
  const failures = (title: string, remark: string, kind: "required" | "optional" | "advice") => {
    const tests = groups[kind];
    return section(title, remark, tests.length, tests.map((test) => failure(test, kind, write)).join("\n"));
  };
  const parts = [
    top(report),
    facts(report),
    warningsBesidesReason(report)
      .slice(0, WARNINGS)
      .map((warning) => `<p class="warning">${say(warning)}</p>`)
      .join("\n"),
    categories(report),
    filters(report, groups),
    `<div id="checks">`,
    failures("Required checks that failed", "", "required"),
    failures("Optional checks that failed", "", "optional"),
    failures("Advice", ADVICE_REMARK, "advice"),
    causes("Not evaluable", "counted as not passed; no defect was seen either", groups.unknown),
    causes("Skipped", "in no score", groups.skipped),
    passed(groups.passed),
    `<p class="none" id="none" hidden>No check fits these filters.</p>`,
    "</div>",
    `<footer>${say(summaryOf(report))}. mcp-compliance ${say(report.toolVersion)}, ${say(report.timestamp)}</footer>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="mcp-compliance">
<meta name="referrer" content="no-referrer">
<title>MCP compliance: ${report.grade} (${report.score}), ${say(serverName(report), 200)}</title>
<style>${CSS}</style>
</head>
<body>
<a class="skip" href="#checks">To the checks</a>
<main>
${parts.filter((part) => part !== "").join("\n")}
</main>
${report.tests.length === 0 ? "" : `<script>${SCRIPT}</script>\n`}</body>
</html>
`;
}

const WARNINGS = 50;

function serverName(report: Report): string {
  const { name, version } = report.serverInfo;
  const said = [name, version].filter((part) => part !== null).join(" ");
  return said === "" ? report.url : said;
}

function top(report: Report): string {
  const { tone, lines } = headlineOf(report);
  const [first = "", ...rest] = lines;
  const more = rest.map((line) => `<p class="more">${say(line)}</p>`).join("");
  const score = Math.max(0, Math.min(100, report.score));
  // A round end would show a dot for nothing at all.
  const arc =
    score === 0
      ? ""
      : `<circle class="arc" cx="60" cy="60" r="52" pathLength="100" stroke-dasharray="${score} 100" transform="rotate(-90 60 60)"/>`;
  return `<header class="top ${tone}"><svg class="ring g${report.grade}" viewBox="0 0 120 120" role="img" aria-label="Grade ${report.grade}, ${report.score} of 100"><circle class="track" cx="60" cy="60" r="52"/>${arc}<text class="letter" x="60" y="68">${report.grade}</text><text class="score" x="60" y="88">${report.score} of 100</text></svg>
<div><p class="product">MCP compliance</p><h1>${say(serverName(report), 300)}</h1>
<p class="headline">${say(first)}</p>${more}</div></header>`;
}

function facts(report: Report): string {
  const { protocolVersion } = report.serverInfo;
  const negotiated =
    protocolVersion === null || protocolVersion === report.specVersion
      ? ""
      : `, the server negotiated ${protocolVersion}`;
  const offers = [
    ["Tools", report.toolNames],
    ["Resources", report.resourceNames],
    ["Prompts", report.promptNames],
  ] as const;
  const rows: readonly (readonly [string, string])[] = [
    ["Target", `${report.url} (${transportName(report)})`],
    ["Revision", `${report.specVersion}${negotiated}`],
    ["Why this one", report.chosen],
    ...(report.baseline === undefined ? [] : [["Baseline", baselineLine(report.baseline)] as const]),
    ...offers.flatMap(([label, names]) =>
      names.length === 0 ? [] : [[`${label} (${names.length})`, names.join(", ")] as const],
    ),
  ];
  return `<dl class="facts">${rows.map(([label, text]) => `<dt>${label}</dt><dd>${say(text)}</dd>`).join("\n")}</dl>`;
}

function categories(report: Report): string {
  const cards = Object.entries(report.categories).map(([name, { passed: good, total, skipped }]) => {
    const measured = total - skipped;
    const share = measured === 0 ? 0 : (good - skipped) / measured;
    const tone = measured === 0 ? "unmeasured" : share === 1 ? "good" : share >= 0.6 ? "mixed" : "bad";
    const text = measured === 0 ? "nothing measured" : `${good - skipped} of ${measured} passed`;
    const left = skipped === 0 ? "" : `, ${skipped} skipped`;
    const fill = `<rect class="fill" width="${Math.floor(share * 100)}" height="6"/>`;
    return `<li class="card ${tone}"><b>${say(name)}</b><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="6"/>${fill}</svg><small>${text}${left}</small></li>`;
  });
  if (cards.length === 0) return "";
  return `<section aria-labelledby="categories"><h2 id="categories">Categories</h2><ul class="cards">${cards.join("\n")}</ul></section>`;
}

/** Shown by the script, without which they would do nothing. */
function filters(report: Report, groups: Groups): string {
  if (report.tests.length === 0) return "";
  const failed = groups.required.length + groups.optional.length + groups.advice.length;
  const chips = [
    ["fail", "Failed", failed],
    ["unknown", "Not evaluable", testsOf(groups.unknown).length],
    ["skip", "Skipped", testsOf(groups.skipped).length],
    ["pass", "Passed", groups.passed.length],
  ].map(
    ([value, label, n]) =>
      `<label class="chip"><input type="checkbox" name="outcome" value="${value}" checked>${label} ${n}</label>`,
  );
  const names = [...new Set(report.tests.map((test) => test.category))];
  const options = names.map((name) => `<option value="${say(name)}">${say(name)}</option>`).join("");
  return `<form class="filters" id="filters" role="search" aria-label="Filter the checks" hidden>
<fieldset><legend>Outcomes</legend>${chips.join("")}</fieldset>
<select name="category" aria-label="Category"><option value="">All categories</option>${options}</select>
<input type="search" name="text" aria-label="Search" placeholder="Search" autocomplete="off">
<span class="buttons"><button type="button" id="open">Open all</button><button type="button" id="close">Close all</button><button type="reset">Reset</button></span>
<output id="count" aria-live="polite"></output>
</form>`;
}

function section(title: string, remark: string, n: number, inside: string): string {
  if (n === 0) return "";
  return `<section data-group><h2>${title} (${n})${remark === "" ? "" : ` <small>${remark}</small>`}</h2>
${inside}
</section>`;
}

function causes(title: string, remark: string, groups: readonly Cause[]): string {
  return section(title, remark, testsOf(groups).length, groups.map(cause).join("\n"));
}

function passed(tests: readonly TestResult[]): string {
  if (tests.length === 0) return "";
  return `<section data-group><details class="group"><summary><h2>Passed (${tests.length})</h2></summary>
<ul class="rows">${tests.map(passedRow).join("\n")}</ul></details></section>`;
}
