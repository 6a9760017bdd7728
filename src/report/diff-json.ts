import type { Diff, DiffEntry, DiffSide, StoredTest } from "../model/diff.ts";
import type { JsonObject } from "../model/mod.ts";
import { escapeJson } from "./escape.ts";
import { array, COUNT, object, oneOf, TEXT, TEXTS } from "./schema-parts.ts";

export const DIFF_VERSION = "1";

/** The comparison as JSON of the published shape (schemas/diff.v1.json). */
export function jsonDiff(diff: Diff): string {
  const value = {
    schemaVersion: DIFF_VERSION,
    kind: "diff",
    specVersion: diff.specVersion,
    worse: diff.worse,
    baseline: side(diff.baseline),
    current: side(diff.current),
    regressions: diff.regressions.map(entry),
    repairs: diff.repairs.map(entry),
    newlySkipped: diff.newlySkipped.map(entry),
    noLongerSkipped: diff.noLongerSkipped.map(entry),
    stillFailing: diff.stillFailing.map(entry),
    added: diff.added.map(alone),
    removed: diff.removed.map(alone),
    unchanged: diff.unchanged,
    notes: diff.notes,
  };
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}

function side({ file, url, toolVersion, timestamp, score, grade, recorded, checks }: DiffSide) {
  return { file, url, toolVersion, timestamp, score, grade, ...(recorded === undefined ? {} : { recorded }), checks };
}

function entry({ id, name, category, required, was, now, details }: DiffEntry) {
  return { id, name, category, required, was, now, details };
}

function alone({ id, name, category, required, outcome, details }: StoredTest) {
  return { id, name, category, required, outcome, details };
}

const OUTCOME: JsonObject = { $ref: "#/$defs/outcome" };
const ENTRIES = array({ $ref: "#/$defs/entry" });
const CHECK = { id: TEXT, name: TEXT, category: TEXT, required: { type: "boolean" } } as const;
const SIDE = object(
  {
    file: TEXT,
    url: TEXT,
    toolVersion: TEXT,
    timestamp: TEXT,
    score: { type: "number", minimum: 0, maximum: 100, description: "By this version's arithmetic." },
    grade: oneOf("A", "B", "C", "D", "F"),
    recorded: {
      ...object({ score: { type: ["number", "null"] }, grade: { type: ["string", "null"] } }),
      description: "What the file itself says, where it differs.",
    },
    checks: COUNT,
  },
  ["recorded"],
);

export const DIFF_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "mcp-compliance comparison of two reports, schemaVersion 1",
  ...object({
    schemaVersion: { const: DIFF_VERSION },
    kind: { const: "diff" },
    specVersion: oneOf("2025-11-25", "2026-07-28"),
    worse: { type: "boolean", description: "A regression, or a new required check that fails: exit code 1." },
    baseline: { $ref: "#/$defs/side" },
    current: { $ref: "#/$defs/side" },
    regressions: { ...ENTRIES, description: "Passed or was skipped, and did not pass now." },
    repairs: ENTRIES,
    newlySkipped: ENTRIES,
    noLongerSkipped: ENTRIES,
    stillFailing: ENTRIES,
    added: array({ $ref: "#/$defs/alone" }),
    removed: array({ $ref: "#/$defs/alone" }),
    unchanged: COUNT,
    notes: TEXTS,
  }),
  $defs: {
    outcome: oneOf("pass", "fail", "skip", "unknown"),
    side: SIDE,
    entry: object({ ...CHECK, was: OUTCOME, now: OUTCOME, details: TEXT }),
    alone: object({ ...CHECK, outcome: OUTCOME, details: TEXT }),
  },
};
