import type { StoredReport, StoredTest } from "../model/diff.ts";
import { isObject, type JsonObject, type Outcome, REVISIONS, UserFault } from "../model/mod.ts";
import { SCHEMA_VERSION } from "../report/json.ts";

const OUTCOMES: readonly Outcome[] = ["pass", "fail", "skip", "unknown"];

/** Older tools count a skip as passed and say it in words alone, at the beginning or the end of the line. */
const SAYS_SKIPPED = /^skipped\b|\(skipped\b[^()]*\)\s*$/i;
const SAYS_UNKNOWN = /^not evaluable\b/i;

/**
 * Reads a JSON report back. Reports without `outcome` and `skipped`, as older tools wrote them, are understood.
 * @throws UserFault naming the file, what is wrong with it and what to do.
 */
export function readStoredReport(file: string, text: string): StoredReport {
  const value = parse(file, text);
  const version = value["schemaVersion"];
  if (version === undefined) throw new UserFault(`${file} is no report: it has no "schemaVersion".${kindOf(value)}`);
  if (version !== SCHEMA_VERSION) {
    throw new UserFault(
      `${file} has schemaVersion ${JSON.stringify(version)}; this version reads "${SCHEMA_VERSION}". ` +
        "Make the report again with this version, or compare with the version that wrote it.",
    );
  }
  const tests = value["tests"];
  if (!Array.isArray(tests)) {
    const list = Array.isArray(value["catalogues"]) ? " It is what --list prints; a report comes from a run." : "";
    throw new UserFault(`${file} is no whole report: it has no "tests".${list}`);
  }
  const notes: string[] = [];
  const read = tests.map((test, at) => readTest(file, at, test));
  const seen = new Set<string>();
  for (const { id } of read) {
    if (seen.has(id)) throw new UserFault(`${file} is no sound report: the check ${id} stands in it twice.`);
    seen.add(id);
  }
  const text_ = (key: string): string => (typeof value[key] === "string" ? value[key] : "");
  const score = value["score"];
  return {
    specVersion: revisionOf(file, value["specVersion"], notes),
    toolVersion: text_("toolVersion"),
    url: text_("url"),
    timestamp: text_("timestamp"),
    score: typeof score === "number" ? score : undefined,
    grade: typeof value["grade"] === "string" ? value["grade"] : undefined,
    tests: read,
    notes,
  };
}

function parse(file: string, text: string): JsonObject {
  if (text.trim() === "") throw new UserFault(`${file} is empty. A report is what test --format json prints.`);
  let value: unknown;
  try {
    // A shell that redirects may put a byte order mark before it.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserFault(`${file} is no report: it is not JSON, or cut short (${why}). Expected test --format json.`);
  }
  if (!isObject(value)) throw new UserFault(`${file} is no report: expected a JSON object.`);
  return value;
}

function kindOf(value: JsonObject): string {
  const format = value["format"];
  if (typeof format === "string" && format.startsWith("mcp-compliance-recording/")) {
    return ` It is a recording; make a report of it: mcp-compliance judge <recording> --format json.`;
  }
  if (format === "mcp-compliance-baseline/1") return " It is a list of known failures, for test --baseline.";
  if ("runs" in value && "$schema" in value) return " It is SARIF; compare reports made with --format json.";
  return " Expected what test --format json prints.";
}

function revisionOf(file: string, value: unknown, notes: string[]): StoredReport["specVersion"] {
  if (value === undefined) {
    notes.push("it names no revision; it is read as 2025-11-25, which is all that such tools tested.");
    return "2025-11-25";
  }
  const found = REVISIONS.find((one) => one === value);
  if (found !== undefined) return found;
  throw new UserFault(
    `${file} is of the revision ${JSON.stringify(value)}; this version knows ${REVISIONS.join(" and ")}.`,
  );
}

function readTest(file: string, at: number, value: unknown): StoredTest {
  const broken = (what: string) => new UserFault(`${file} is no sound report: tests[${at}] has no ${what}.`);
  if (!isObject(value)) throw new UserFault(`${file} is no sound report: tests[${at}] is no object.`);
  const { id, name, category, required, passed, details } = value;
  if (typeof id !== "string" || id === "") throw broken('"id"');
  if (typeof required !== "boolean") throw broken('"required" that is true or false');
  if (typeof passed !== "boolean") throw broken('"passed" that is true or false');
  const line = typeof details === "string" ? details : "";
  return {
    id,
    name: typeof name === "string" ? name : id,
    category: typeof category === "string" ? category : "",
    required,
    outcome: outcomeOf(file, id, value, passed, line),
    details: line.replace(/^(?:not evaluable|skipped):\s*/i, ""),
  };
}

function outcomeOf(file: string, id: string, test: JsonObject, passed: boolean, details: string): Outcome {
  if (test["outcome"] !== undefined) {
    const found = OUTCOMES.find((one) => one === test["outcome"]);
    // Two fields that contradict each other: the file was changed by hand, and neither can be believed.
    if (found !== undefined && passed === (found === "pass" || found === "skip")) return found;
    throw new UserFault(
      `${file} is no sound report: ${id} has "outcome" ${JSON.stringify(test["outcome"])} and "passed" ${passed}.`,
    );
  }
  if (!passed) return SAYS_UNKNOWN.test(details) ? "unknown" : "fail";
  return test["skipped"] === true || SAYS_SKIPPED.test(details) ? "skip" : "pass";
}
