import { cut } from "../model/cut.ts";
import type { Report, TestResult } from "../model/mod.ts";
import { escapeHtml } from "./escape.ts";
import { evidenceOf } from "./evidence.ts";
import { type Cause, groupsOf, testsOf } from "./groups.ts";
import { CSS } from "./html-style.ts";
import { count, detailsOf, forceOf, headlineOf, summaryOf, transportName } from "./words.ts";

/** Findings of one check on the page, and characters of one text: a page is read, the JSON has everything. */
const FINDINGS = 20;
const TEXT = 2_000;

/** One page with everything in it: no script, nothing to load, and a policy that lets nothing be loaded. */
export function htmlReport(report: Report): string {
  const groups = groupsOf(report);
  const headline = headlineOf(report);
  const parts = [
    `<header class="${headline.tone}"><div class="grade g${report.grade}" role="img" aria-label="Grade ${report.grade}">${report.grade}</div>
<div><h1>Grade ${report.grade}, ${report.score} of 100</h1>
<p class="headline">${headline.lines.map(say).join("<br>")}</p></div></header>`,
    facts(report),
    report.warnings.map((warning) => `<p class="warning">${say(warning)}</p>`).join("\n"),
    categories(report),
    section("Required checks that failed", "required", groups.required),
    section("Optional checks that failed", "optional", groups.optional),
    section("Advice", "advice", groups.advice),
    causes("Not evaluable", "Counted as not passed; no defect was seen either.", groups.unknown),
    causes("Skipped", "In no score.", groups.skipped),
    passed(groups.passed),
    `<footer>${say(summaryOf(report))}. mcp-compliance ${say(report.toolVersion)}, ${say(report.timestamp)}</footer>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="mcp-compliance">
<meta name="referrer" content="no-referrer">
<title>MCP compliance: ${report.grade} (${report.score}), ${say(serverName(report))}</title>
<style>${CSS}</style>
</head>
<body>
<main>
${parts.filter((part) => part !== "").join("\n")}
</main>
</body>
</html>
`;
}

function say(text: string): string {
  return escapeHtml(cut(text, TEXT));
}

function serverName(report: Report): string {
  const { name, version } = report.serverInfo;
  const said = [name, version].filter((part) => part !== null).join(" ");
  return said === "" ? report.url : said;
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
    ["Server", serverName(report)],
    ["Target", `${report.url} (${transportName(report)})`],
    ["Revision", `${report.specVersion}${negotiated}`],
    ["Why this one", report.chosen],
    ...offers.flatMap(([label, names]) => (names.length === 0 ? [] : [[label, names.join(", ")] as const])),
  ];
  return `<dl class="facts">${rows.map(([label, text]) => `<dt>${label}</dt><dd>${say(text)}</dd>`).join("\n")}</dl>`;
}

function categories(report: Report): string {
  const cards = Object.entries(report.categories).map(([name, { passed: good, total, skipped }]) => {
    const measured = total - skipped;
    const share = measured === 0 ? 0 : (good - skipped) / measured;
    const text = measured === 0 ? "nothing measured" : `${good - skipped} of ${measured} passed`;
    const left = skipped === 0 ? "" : `, ${skipped} skipped`;
    const tone = measured === 0 ? "none" : share === 1 ? "good" : share >= 0.6 ? "mixed" : "bad";
    const width = Math.floor(share * 100);
    return `<div class="card ${tone}"><b>${say(name)}</b><div class="bar"><i style="width:${width}%"></i></div><span>${text}${left}</span></div>`;
  });
  return cards.length === 0 ? "" : `<section class="cards" aria-label="Categories">${cards.join("\n")}</section>`;
}

function section(title: string, kind: string, tests: readonly TestResult[]): string {
  if (tests.length === 0) return "";
  return `<section class="${kind}"><h2>${title} (${tests.length})</h2>\n${tests.map((test) => failure(test, kind === "required")).join("\n")}\n</section>`;
}

function failure(test: TestResult, open: boolean): string {
  const shown = test.findings.slice(0, FINDINGS);
  const rest = test.findings.length - shown.length;
  const findings = shown.map((finding, at) => {
    const exchange = test.evidence.find((one) => one.id === finding.at.exchange);
    const again = shown[at - 1]?.at.exchange === finding.at.exchange;
    const evidence = exchange === undefined ? [] : evidenceOf(exchange, finding, { limit: TEXT, all: false, again });
    const rows = [
      ...(finding.expected === undefined ? [] : [["expected", finding.expected] as const]),
      ...(finding.actual === undefined ? [] : [["actual", finding.actual] as const]),
      ...evidence.map((line) => [line.label, line.text] as const),
    ];
    const table = rows.map(([label, text]) => `<dt>${label}</dt><dd><code>${say(text)}</code></dd>`).join("\n");
    return `<p class="finding">${say(finding.message)}</p>${table === "" ? "" : `<dl class="evidence">${table}</dl>`}`;
  });
  const more = rest > 0 ? `<p>and ${count(rest, "more finding")}</p>` : "";
  const notes = test.notes.map((note) => `<p class="note">Note: ${say(note.message)}</p>`).join("");
  return `<details class="check" id="${say(test.id)}"${open ? " open" : ""}><summary><code>${say(test.id)}</code> <span class="force">${forceOf(test)}</span> ${say(test.title)}</summary>
${findings.join("\n")}${more}${notes}
<p class="fix"><b>Fix:</b> ${say(test.fix)}</p>
<p class="why">${say(test.why)}</p>
<p>${test.clauses.map(link).join("<br>")}</p></details>`;
}

/** Only addresses of the web become links. */
function link(clause: string): string {
  if (!/^https:\/\//.test(clause)) return say(clause);
  return `<a href="${escapeHtml(clause)}" rel="noreferrer noopener">${say(clause)}</a>`;
}

function causes(title: string, remark: string, groups: readonly Cause[]): string {
  if (groups.length === 0) return "";
  const items = groups.map(({ reason, tests }) => {
    const ids = tests.map((test) => `<code>${say(test.id)}</code>${test.required ? " (required)" : ""}`).join(", ");
    return `<li><b>${count(tests.length, "check")}</b>: ${say(reason)}<br>${ids}</li>`;
  });
  const n = testsOf(groups).length;
  return `<section class="causes"><h2>${title} (${n})</h2><p>${remark}</p><ul>${items.join("\n")}</ul></section>`;
}

function passed(tests: readonly TestResult[]): string {
  if (tests.length === 0) return "";
  const items = tests.map((test) => {
    const notes = test.notes.length === 0 ? "" : ` <span class="note">${say(detailsOf(test))}</span>`;
    return `<li><code>${say(test.id)}</code> ${say(test.title)}${notes}</li>`;
  });
  return `<section><details><summary><h2>Passed (${tests.length})</h2></summary><ul>${items.join("\n")}</ul></details></section>`;
}
