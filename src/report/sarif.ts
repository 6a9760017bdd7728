import { cut } from "../model/cut.ts";
import type { JsonObject, Report, TestResult } from "../model/mod.ts";
import { escapeJson } from "./escape.ts";
import { firstOf } from "./exchange.ts";
import { groupsOf, testsOf } from "./groups.ts";
import { plainFailure } from "./plain.ts";
import { forceOf, headlineOf } from "./words.ts";

/**
 * Where a result is shown. A server has no file, but code scanning takes no result without one: the config file is
 * where a project says which server it tests.
 */
const LOCATION = "mcp-compliance.config.json";

/**
 * SARIF 2.1.0. Failures are results; skips and what was not evaluable stand in the invocation's properties. `series` names
 * the alerts that a later report of the same series opens and closes.
 */
export function sarifReport(report: Report, series = "mcp-compliance"): string {
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [run(report, series)],
  };
  return `${escapeJson(JSON.stringify(log, null, 2))}\n`;
}

function run(report: Report, series: string): JsonObject {
  const failed = report.tests.filter((test) => test.outcome === "fail");
  return {
    tool: {
      driver: {
        name: "mcp-compliance",
        version: cut(report.toolVersion, 100),
        semanticVersion: cut(report.toolVersion, 100),
        rules: failed.map(rule),
      },
    },
    // One series of alerts for each revision: a change of revision closes none by itself.
    automationDetails: { id: `${series}/${report.specVersion}/` },
    invocations: [invocation(report)],
    results: failed.map((test, index) => result(report, test, index)),
    columnKind: "utf16CodeUnits",
  };
}

function levelOf(test: TestResult): "error" | "warning" | "note" {
  if (test.required) return "error";
  return test.basis === "advice" ? "note" : "warning";
}

function rule(test: TestResult): JsonObject {
  const [helpUri] = test.clauses;
  return {
    id: test.id,
    shortDescription: { text: test.title },
    fullDescription: { text: test.why === "" ? test.title : test.why },
    ...(helpUri === undefined ? {} : { helpUri }),
    help: { text: test.fix },
    defaultConfiguration: { level: levelOf(test) },
    properties: {
      tags: ["mcp", test.category],
      precision: "very-high",
      "problem.severity": levelOf(test) === "note" ? "recommendation" : levelOf(test),
      required: test.required,
      force: forceOf(test),
    },
  };
}

function result(report: Report, test: TestResult, ruleIndex: number): JsonObject {
  return {
    ruleId: test.id,
    ruleIndex,
    level: levelOf(test),
    message: { text: cut(plainFailure(test), 8_000) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: LOCATION }, region: { startLine: 1 } },
        logicalLocations: [
          { name: test.id, fullyQualifiedName: `${cut(report.url, 1_000)} ${test.id}`, kind: "resource" },
        ],
      },
    ],
    ...suppressed(report, test),
    // The check is the alert: what a server says this time does not make a new one.
    partialFingerprints: { "mcpComplianceCheck/v1": `${report.specVersion}/${test.id}` },
  };
}

/** A known failure is an alert that its author has accepted. Where there is a list, each result says which it is. */
function suppressed({ baseline }: Report, test: TestResult): JsonObject {
  if (baseline === undefined) return {};
  const known = baseline.known.find((one) => one.id === test.id);
  const suppressions = known === undefined ? [] : [{ kind: "external", justification: cut(known.reason, 1_000) }];
  return { suppressions };
}

/** A recording may hold any text as its time. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function invocation(report: Report): JsonObject {
  const { skipped, unknown } = groupsOf(report);
  const skippedTests = testsOf(skipped).map((test) => test.id);
  return {
    executionSuccessful: report.reached,
    ...(DATE_TIME.test(report.timestamp) ? { startTimeUtc: report.timestamp } : {}),
    toolExecutionNotifications: firstOf(report.warnings, 100, "warnings").map((text) => ({
      level: "warning",
      message: { text: cut(text, 1_000) },
    })),
    properties: {
      target: cut(report.url, 1_000),
      specVersion: report.specVersion,
      grade: report.grade,
      score: report.score,
      note: headlineOf(report).lines.join("; "),
      testsSkipped: skippedTests.length,
      skippedTests,
      testsNotEvaluable: testsOf(unknown).length,
      notEvaluable: unknown.map(({ reason, tests }) => ({
        reason: cut(reason, 1_000),
        tests: tests.map((test) => test.id),
      })),
    },
  };
}
