import { cut } from "../model/cut.ts";
import type { LoadReport, LoadStep } from "../model/load.ts";
import { ms, nameOf, percent, round } from "../model/load-words.ts";
import { escapeHtml } from "./escape.ts";
import { ceilingShown, latencyPlot, throughputPlot } from "./load-plot.ts";

const TEXT = 500;

/** SHA-256 of the style, for the page's policy. A test compares them and says what it should be. */
export const CSS_HASH = "sha256-oT3eZ82xNblKCn7HUcGHqbG0q/3cZFtiAOw1n1QnPho=";

/** One page with the curves drawn in it: no script, nothing to load, and a policy that lets nothing be loaded. */
export function loadHtml(report: LoadReport): string {
  const title = `${report.kind === "load" ? "Load" : "Benchmark"} of ${report.target}`;
  const many = report.steps.length > 1;
  const parts = [
    `<h1>${say(title)}</h1>`,
    facts(report),
    ...(report.cancelled
      ? [`<p class="warning">Cancelled: this was measured, and is not all that was asked for.</p>`]
      : []),
    ...report.warnings.map((warning) => `<p class="warning">${say(warning)}</p>`),
    ...(many
      ? [
          `<section class="plots"><figure>${throughputPlot(report)}<figcaption>${throughputCaption(report)} Bars: least to most of the runs.</figcaption></figure>`,
          `<figure>${latencyPlot(report)}<figcaption>Latency from the moment each request was due, logarithmic.</figcaption></figure></section>`,
        ]
      : []),
    ...(report.knee === null
      ? []
      : [
          `<p class="knee">The knee is at about <b>${round(report.knee.users)} user${report.knee.users === 1 ? "" : "s"}</b>: beyond it more users only wait (${round(report.knee.perSecond)}/s at best).</p>`,
        ]),
    table(report),
    errors(report),
    gates(report),
    `<footer>mcp-compliance ${say(report.toolVersion)}, ${say(report.timestamp)}</footer>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${CSS_HASH}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="mcp-compliance">
<meta name="referrer" content="no-referrer">
<title>${say(title)}</title>
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

function throughputCaption(report: LoadReport): string {
  const ceiling = "what this generator reaches against a server that does nothing";
  if (ceilingShown(report)) return `Throughput, and dashed ${ceiling}.`;
  const known = report.steps.some((step) => step.ceiling !== undefined);
  return known ? `Throughput; far above it, and not drawn, ${ceiling}.` : "Throughput.";
}

function facts(report: LoadReport): string {
  const rows: readonly (readonly [string, string])[] = [
    ...(report.serverName === null ? [] : [["Server", report.serverName] as const]),
    ["Revision", `${report.specVersion} (${report.chosen})`],
    ["Request", `${report.method}, ${report.requestBytes} bytes`],
    ...(report.answerBytes === null ? [] : [["Answer", `${report.answerBytes} bytes`] as const]),
    ["Runs", String(Math.max(0, ...report.steps.map((step) => step.runs.length)))],
  ];
  return `<dl>${rows.map(([label, text]) => `<dt>${label}</dt><dd>${say(text)}</dd>`).join("\n")}</dl>`;
}

function table(report: LoadReport): string {
  if (report.steps.length === 0) return "<p>Nothing was measured.</p>";
  const head = ["", "req/s", "least to most", "p50", "p90", "p95", "p99", "p99.9", "max", "errors", "verdict"];
  const rows = report.steps.map((step) => `<tr>${cells(step).join("")}</tr>`);
  const reasons = report.steps.flatMap((step) =>
    step.reasons.map((reason, at) => {
      const verdict = step.verdicts[at] ?? step.verdict;
      return `<li><b>${say(nameOf(step.shape))}</b> <span class="v ${verdict}">${verdict}</span> ${say(reason)}</li>`;
    }),
  );
  return `<div class="wide"><table><thead><tr>${head.map((one) => `<th${one === "verdict" ? ' class="l"' : ""}>${one}</th>`).join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>${reasons.length === 0 ? "" : `<ul>${reasons.join("\n")}</ul>`}`;
}

function cells(step: LoadStep): readonly string[] {
  const { latency, perSecond } = step;
  const times =
    latency === undefined
      ? ["-", "-", "-", "-", "-", "-"]
      : [latency.p50, latency.p90, latency.p95, latency.p99, latency.p999, latency.max].map(ms);
  const number = [
    round(perSecond.median),
    `${round(perSecond.min)} to ${round(perSecond.max)}`,
    ...times,
    percent(step.errorShare),
  ];
  const verdicts = step.verdicts.map((one) => `<span class="v ${one}">${one}</span>`).join(" ");
  return [
    `<th>${say(nameOf(step.shape))}</th>`,
    ...number.map((one) => `<td>${one}</td>`),
    `<td class="l">${verdicts}</td>`,
  ];
}

function errors(report: LoadReport): string {
  const rows = report.steps.flatMap((step) =>
    step.errors.map(
      (one) =>
        `<tr><th>${say(nameOf(step.shape))}</th><td>${one.count}</td><td class="l"><code>${say(one.kind)}</code></td><td class="l"><code>${say(one.example)}</code></td></tr>`,
    ),
  );
  return rows.length === 0
    ? ""
    : `<h2>Errors</h2><div class="wide"><table><tbody>${rows.join("\n")}</tbody></table></div>`;
}

function gates(report: LoadReport): string {
  if (report.gates.length === 0) return "";
  const items = report.gates.map(
    (gate) =>
      `<li><span class="v ${gate.passed ? "ok" : "error_onset"}">${gate.passed ? "pass" : "FAIL"}</span> <code>${say(gate.gate)}</code> ${say(gate.detail)}</li>`,
  );
  return `<h2>Gates</h2><ul>${items.join("\n")}</ul>`;
}

export const CSS = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1f2328;--dim:#59636e;--line:#d1d9e0;--soft:#f6f8fa;--good:#1a7f37;--mixed:#9a6700;--bad:#cf222e;--a:#0969da;--b:#8250df;--c:#cf222e}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--dim:#9198a1;--line:#3d444d;--soft:#151b23;--good:#3fb950;--mixed:#d29922;--bad:#f85149;--a:#4493f8;--b:#ab7df8;--c:#f85149}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:72rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.5rem;margin:0 0 .5rem;overflow-wrap:anywhere}h2{font-size:1.15rem;margin:2rem 0 .5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
.warning{border-left:3px solid var(--mixed);background:var(--soft);padding:.4rem .75rem}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:1rem}
figure{margin:0;border:1px solid var(--line);border-radius:.5rem;padding:.75rem}figcaption{color:var(--dim);font-size:.85rem}
svg{width:100%;height:auto;display:block}svg text{fill:var(--dim);font:12px system-ui,sans-serif}
.grid{stroke:var(--line);stroke-width:1}.s{fill:none;stroke-width:2}.a{stroke:var(--a)}.b{stroke:var(--b)}.c{stroke:var(--c)}.ceiling{stroke:var(--dim);stroke-dasharray:5 4;stroke-width:1.5}
.fa{fill:var(--a)}.fb{fill:var(--b)}.fc{fill:var(--c)}svg text.fa{fill:var(--a)}svg text.fb{fill:var(--b)}svg text.fc{fill:var(--c)}.err{stroke:var(--a);stroke-width:1.5;opacity:.6}
.wide{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}thead th{color:var(--dim);font-weight:500}.l{text-align:left;white-space:normal;overflow-wrap:anywhere}
.v{border-radius:1rem;padding:.05rem .55rem;font-size:.8rem;color:#fff;background:#cf222e;white-space:nowrap}.v.ok{background:#1a7f37}.v.harness_limited{background:#7d4e00}
code{font:.86em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
ul{padding-left:1.25rem}li{margin:.25rem 0;overflow-wrap:anywhere}footer{color:var(--dim);margin-top:2rem;font-size:.85rem}
`;
