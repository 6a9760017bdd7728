import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { LoadStep } from "../../src/model/load.ts";
import { CSS, CSS_HASH, loadHtml } from "../../src/report/load-html.ts";
import { loadJson } from "../../src/report/load-json.ts";
import { loadTerminal, sparkline } from "../../src/report/load-terminal.ts";
import { REPORT, step } from "./load-sample.ts";

describe("loadTerminal()", () => {
  it("leaves out columns where there is little room, and never who was the limit", () => {
    const rows = loadTerminal(REPORT, { color: false, width: 40, unicode: true }).split("\n");
    const table = rows.filter((row) => /^\s*\d+ users? +\d/.test(row));
    expect(table).toHaveLength(3);
    for (const row of table) expect(row.length, row).toBeLessThanOrEqual(40);
    expect(table[0]).toMatch(/ ok$/);
    expect(table.join()).toContain("error_ons");
  });

  it("has a line for each step, with every verdict, and fits the terminal", () => {
    for (const width of [60, 80, 100, 140]) {
      const text = loadTerminal(REPORT, { color: false, width, unicode: true });
      const rows = text.split("\n");
      expect(rows.find((row) => /^\s*5 users/.test(row))).toMatch(/ ok$/);
      expect(rows.filter((row) => /error_onset(, harness_limited| \+1)$/.test(row))).toHaveLength(1);
      const table = rows.filter((row) => /^\s*\d+ users? +\d/.test(row));
      expect(table).toHaveLength(3);
      for (const row of table) expect(row.length).toBeLessThanOrEqual(width);
    }
  });

  it("names errors, knee, gates and warnings", () => {
    const text = loadTerminal(REPORT, { color: false, width: 100, unicode: true });
    expect(text).toContain("http_500 x 3");
    expect(text).toContain("knee        at about 4 users");
    expect(text).toContain("FAIL  --max-p95 5: 30 ms at 10 users");
    expect(text).toContain("! Something else.");
    expect(loadTerminal({ ...REPORT, cancelled: true }, { color: false, width: 100, unicode: true })).toContain(
      "Cancelled",
    );
    expect(loadTerminal({ ...REPORT, steps: [] }, { color: false, width: 100, unicode: true })).toContain(
      "Nothing was measured.",
    );
  });

  it("lets no text of a server act on the terminal, and keeps to ASCII where it must", () => {
    const text = loadTerminal(REPORT, { color: false, width: 100, unicode: false });
    expect(text).not.toContain("\u001b");
    expect(text).not.toMatch(/^::error/m);
    expect(text.replace(/[\n -~]/g, "")).toBe("");
    const painted = loadTerminal(REPORT, { color: true, width: 120, unicode: true });
    expect(painted.replace(/\u001b\[\d+m/g, "")).not.toContain("\u001b");
  });
});

describe("sparkline()", () => {
  it("draws from nothing to the largest", () => {
    expect(sparkline([0, 1, 4, 8], true)).toBe(" ▁▄█");
    expect(sparkline([0, 0], true)).toBe("  ");
    expect(sparkline([1, 8], false)).toBe(".#");
  });
});

describe("loadHtml()", () => {
  it("says of the ceiling only what is drawn", () => {
    const at = (ceiling: number) => loadHtml({ ...REPORT, steps: REPORT.steps.map((one) => ({ ...one, ceiling })) });
    const near = at(1.2 * Math.max(...REPORT.steps.map((one) => one.perSecond.max)));
    expect([near.includes(">ceiling</text>"), near.includes("and dashed what this generator reaches")]).toEqual([
      true,
      true,
    ]);
    const far = at(1_000_000);
    expect([far.includes(">ceiling</text>"), far.includes("far above it, and not drawn")]).toEqual([false, true]);
  });

  it("lets no style in but its own", () => {
    expect(CSS_HASH).toBe(`sha256-${createHash("sha256").update(CSS).digest("base64")}`);
    const html = loadHtml(REPORT);
    expect(html).toContain(`content="default-src 'none'; style-src '${CSS_HASH}'; base-uri`);
    expect(html).toContain(`<style>${CSS}</style>`);
    expect(html).not.toMatch(/ style="|unsafe-inline/);
  });

  it("is one page that loads nothing, with both curves", () => {
    const html = loadHtml(REPORT);
    expect(html).toContain("default-src 'none'");
    expect(html.match(/<svg /g)).toHaveLength(2);
    expect(html).not.toMatch(/<script|<link|<img|url\(|@import|src=(?!x)/);
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x");
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });

  it("draws what little there is: one step, nothing that succeeded, nothing at all", () => {
    const { latency: _none, p95: _p95, p99: _p99, ceiling: _ceiling, ...bare } = step(5);
    const failed: LoadStep = { ...bare, succeeded: 0, errorShare: 1, perSecond: { median: 0, min: 0, max: 0 } };
    for (const steps of [[step(1)], [failed, failed], [step(1), failed], []]) {
      expect(loadHtml({ ...REPORT, steps, knee: null })).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});

describe("loadJson()", () => {
  it("reads back as the report", () => {
    expect(JSON.parse(loadJson(REPORT))).toEqual(REPORT);
    expect(loadJson(REPORT)).not.toContain("\u001b");
  });
});

describe("schemas/load.v1.json", () => {
  const schema = JSON.parse(readFileSync(new URL("../../schemas/load.v1.json", import.meta.url), "utf8"));
  const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, strictRequired: false }).compile(
    schema,
  );

  it("describes every report, and nothing else", () => {
    const { knee: _knee, ...incomplete } = REPORT;
    const open = step(5, { shape: { kind: "open", perSecond: 2.5 } });
    for (const report of [
      REPORT,
      { ...REPORT, knee: null, serverName: null, answerBytes: null },
      { ...REPORT, steps: [open] },
    ]) {
      expect(validate(JSON.parse(loadJson(report))) ? [] : validate.errors).toEqual([]);
    }
    expect(validate(incomplete)).toBe(false);
    expect(validate({ ...REPORT, more: 1 })).toBe(false);
  });
});
