import { cut } from "../model/cut.ts";
import type { Report, TestResult } from "../model/mod.ts";
import { baselineLine } from "./baseline.ts";
import { escapeXml } from "./escape.ts";
import { firstOf } from "./exchange.ts";
import { plainFailure } from "./plain.ts";
import { detailsOf, forceOf, headlineOf } from "./words.ts";

/** The report as JUnit XML: a suite for each category; a fail is a failure, what was not evaluable an error. */
export function junitReport(report: Report): string {
  const categories = Object.keys(report.categories);
  const suites = categories.map((category, at) => {
    const own = report.tests.filter((test) => test.category === category);
    return suite(report, category, own, at === 0 ? report.warnings : []);
  });
  // Jenkins' schema knows no "skipped" here, and takes no attribute that it does not know.
  const { skipped: _, ...sums } = counts(report.tests);
  const attributes = attributesOf({ name: "mcp-compliance", ...sums });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${attributes}>\n${suites.join("")}</testsuites>\n`;
}

function suite(report: Report, category: string, tests: readonly TestResult[], warnings: readonly string[]): string {
  const name = `mcp-compliance.${report.specVersion}.${category}`;
  const timestamp = report.timestamp.replace(/\.\d+Z$|Z$/, "");
  const properties: Readonly<Record<string, string>> = {
    target: cut(report.url, 1_000),
    specVersion: report.specVersion,
    toolVersion: cut(report.toolVersion, 100),
    grade: report.grade,
    score: String(report.score),
    summary: headlineOf(report).lines.join("; "),
    ...(report.baseline === undefined ? {} : { baseline: baselineLine(report.baseline).replaceAll("\n", " ") }),
  };
  return [
    `  <testsuite ${attributesOf({ name, ...counts(tests), timestamp })}>\n`,
    "    <properties>\n",
    ...Object.entries(properties).map(([key, value]) => `      <property ${attributesOf({ name: key, value })}/>\n`),
    "    </properties>\n",
    ...tests.map((test) => testcase(name, test)),
    warningsOf(warnings),
    "  </testsuite>\n",
  ].join("");
}

function testcase(classname: string, test: TestResult): string {
  const attributes = attributesOf({ name: test.id, classname, time: seconds(test.durationMs) });
  const inside = outcomeOf(test);
  return inside === "" ? `    <testcase ${attributes}/>\n` : `    <testcase ${attributes}>\n${inside}    </testcase>\n`;
}

function outcomeOf(test: TestResult): string {
  const message = cut(detailsOf(test), 1_000);
  const type = `${test.required ? "required" : "optional"}, ${forceOf(test)}`;
  switch (test.outcome) {
    case "pass":
      return "";
    case "skip":
      return `      <skipped ${attributesOf({ message })}/>\n`;
    case "unknown":
      return `      <error ${attributesOf({ message, type })}/>\n`;
    case "fail":
      return `      <failure ${attributesOf({ message, type })}>${escapeXml(plainFailure(test))}</failure>\n`;
  }
}

function warningsOf(warnings: readonly string[]): string {
  if (warnings.length === 0) return "";
  const text = firstOf(warnings, 100, "warnings")
    .map((warning) => `Warning: ${cut(warning, 1_000).replaceAll("\n", " ")}`)
    .join("\n");
  return `    <system-out>${escapeXml(text)}</system-out>\n`;
}

function counts(tests: readonly TestResult[]) {
  const count = (outcome: TestResult["outcome"]) => String(tests.filter((test) => test.outcome === outcome).length);
  const time = seconds(tests.reduce((sum, test) => sum + test.durationMs, 0));
  return {
    tests: String(tests.length),
    failures: count("fail"),
    errors: count("unknown"),
    skipped: count("skip"),
    time,
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function attributesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(value).replaceAll("\n", "&#10;")}"`)
    .join(" ");
}
