import type { TestResult } from "../model/mod.ts";
import { distinct, remaining } from "./distinct.ts";
import { evidenceOf } from "./evidence.ts";
import type { Cause } from "./groups.ts";
import type { exchangeWriter } from "./html-exchange.ts";
import { link, say } from "./html-text.ts";
import { count, detailsOf, forceOf } from "./words.ts";

/** Findings of one check on the page. */
const FINDINGS = 20;
const TEXT = 2_000;

/** What the filters go by. */
function filterData(test: TestResult): string {
  return `data-outcome="${test.outcome}" data-category="${say(test.category)}"`;
}

/** One failed check, to be unfolded: findings with their exchanges, what to do, why, and where it is written. */
export function failure(
  test: TestResult,
  kind: "required" | "optional" | "advice",
  write: ReturnType<typeof exchangeWriter>,
): string {
  const shown = distinct(test.findings).slice(0, FINDINGS);
  const rest = remaining(test.findings, shown);
  const written = new Set<string>();
  const findings = shown.map(({ finding, alike }) => {
    const exchange = test.evidence.find((one) => one.id === finding.at.exchange);
    const again = exchange !== undefined && written.has(exchange.id);
    if (exchange !== undefined) written.add(exchange.id);
    // What the finding points at; the exchange itself is written out below.
    const pointed =
      exchange === undefined || finding.at.pointer === undefined
        ? []
        : evidenceOf(exchange, finding, { limit: TEXT, all: false, again: true });
    const rows = [
      ...(finding.expected === undefined ? [] : [["expected", finding.expected] as const]),
      ...(finding.actual === undefined ? [] : [["actual", finding.actual] as const]),
      ...pointed.map(({ text }) => ["received", text] as const),
    ].map(([label, text]) => `<dt>${label}</dt><dd><code>${say(text)}</code></dd>`);
    const told = rows.length === 0 ? "" : `<dl class="told">${rows.join("")}</dl>`;
    const more = alike === 0 ? "" : `<p class="note">and ${alike} more like this</p>`;
    return `<div class="finding"><p class="message">${say(finding.message)}</p>${more}${told}${exchange === undefined ? "" : write(exchange, again)}</div>`;
  });
  const parts = [
    ...findings,
    rest > 0 ? `<p class="note">and ${count(rest, "more finding")}</p>` : "",
    ...test.notes.map((note) => `<p class="note">Note: ${say(note.message)}</p>`),
    `<p class="fix"><b>Fix:</b> ${say(test.fix)}</p>`,
    test.why === "" ? "" : `<p class="why">${say(test.why)}</p>`,
    `<p class="clauses">${test.clauses.map((clause) => link(clause)).join("<br>")}</p>`,
  ].filter((part) => part !== "");
  return `<details class="check fail ${kind}" id="${say(test.id)}" ${filterData(test)}${kind === "required" ? " open" : ""}><summary><code>${say(test.id)}</code> <span class="tag force">${forceOf(test)}</span> <span class="tag">${say(test.category)}</span> <span class="title">${say(test.title)}</span></summary>
<div class="inside">
${parts.join("\n")}
</div></details>`;
}

/** Checks that share one reason for which they were skipped or not evaluable. */
export function cause({ reason, tests }: Cause): string {
  return `<div class="cause" data-group><p>${say(reason)}</p><ul class="rows">${tests.map((test) => row(test, "")).join("\n")}</ul></div>`;
}

/** One line about a check that did not fail. */
export function row(test: TestResult, note: string): string {
  const required = test.required ? ` <span class="tag">required</span>` : "";
  const [clause] = test.clauses;
  const where = clause === undefined ? "" : ` ${link(clause, "clause")}`;
  const said = note === "" ? "" : `<br><span class="note">${say(note)}</span>`;
  return `<li id="${say(test.id)}" ${filterData(test)}><code>${say(test.id)}</code>${required} ${say(test.title)}${where}${said}</li>`;
}

export function passedRow(test: TestResult): string {
  return row(test, test.notes.length === 0 ? "" : detailsOf(test));
}
