import { isObject, type JsonObject } from "../model/mod.ts";
import { REPORT_SCHEMA } from "./json-schema.ts";
import { array, COUNT, object, oneOf, TEXT, TEXTS } from "./schema-parts.ts";

const NULLABLE_TEXT: JsonObject = { type: ["string", "null"] };
const LINKS = array({ type: "string", format: "uri" });

const LINE = object({
  id: TEXT,
  title: TEXT,
  level: oneOf("MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "advice"),
  verdict: {
    ...oneOf("pass", "defect", "gap", "inconclusive", "none"),
    description: "gap: the rule is younger than what the server speaks. none: it asks nothing of this server.",
  },
  details: TEXT,
  clauses: LINKS,
  fixes: TEXTS,
  checks: {
    ...array(object({ id: TEXT, outcome: oneOf("pass", "fail", "skip", "unknown", "gap"), details: TEXT })),
    description: "The rules of the catalogue behind it.",
  },
  findings: array(
    object({ check: TEXT, message: TEXT, expected: TEXT, actual: TEXT, exchange: { $ref: "#/$defs/exchange" } }, [
      "expected",
      "actual",
      "exchange",
    ]),
  ),
});

/** The published JSON Schema (draft 2020-12) of `audit --json`. Strict: a member that it does not name is an error. */
export const AUDIT_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "mcp-compliance audit, schemaVersion 1",
  ...object({
    schemaVersion: { const: "1" },
    kind: { const: "audit" },
    toolVersion: TEXT,
    url: { type: "string", description: "The URL that was audited, without credentials." },
    timestamp: { type: "string", format: "date-time" },
    specVersion: { type: "string", description: "The revision whose rules were audited." },
    server: object({
      name: NULLABLE_TEXT,
      version: NULLABLE_TEXT,
      era: {
        ...oneOf("modern", "dual", "legacy", "claimed", "unknown"),
        description:
          "modern: it answers server/discover; dual: and initialize; legacy: initialize alone; claimed: it says that it " +
          "speaks the audited revision, and has no server/discover.",
      },
      speaks: { ...NULLABLE_TEXT, description: "The revision that it speaks; null where that is not known." },
    }),
    conclusion: oneOf("conformant", "no-defect-found", "defects", "not-judged"),
    exitCode: { enum: [0, 1, 3] },
    summary: TEXT,
    counts: object({
      probes: { ...COUNT, description: "Lines that were put to the test: passed, violations and inconclusive." },
      passed: COUNT,
      violations: COUNT,
      shoulds: { ...COUNT, description: "Of the violations, those of a SHOULD." },
      inconclusive: COUNT,
      gaps: COUNT,
    }),
    rules: array({ $ref: "#/$defs/line" }),
    warnings: TEXTS,
  }),
  $defs: { line: LINE, ...shared("sent", "exchange") },
};

/** Definitions that the report has too. */
function shared(...names: readonly string[]): JsonObject {
  const all = REPORT_SCHEMA["$defs"];
  return Object.fromEntries(
    names.map((name) => {
      const found = isObject(all) ? all[name] : undefined;
      if (found === undefined) throw new Error(`The report's schema has no definition "${name}"`);
      return [name, found];
    }),
  );
}
