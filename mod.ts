/** The public API: what `import ... from "mcp-compliance"` gives, and what Deno imports. */

export type {
  ComplianceOptions,
  ComplianceTarget,
  ReportFormat,
  ReportStyle,
  Selection,
  TestDefinition,
} from "./src/api.ts";
export {
  gather,
  getTestDefinitions,
  judge,
  report,
  runComplianceSuite,
  specBaseFor,
  TEST_DEFINITIONS,
} from "./src/api.ts";
/** The report as `gather` and `judge` give it, with all its evidence, and what it is made of. */
export type {
  Basis,
  Category,
  Clause,
  Exchange,
  Finding,
  Grade,
  Level,
  Note,
  Outcome,
  Recording,
  Report,
  Revision,
  TestResult as JudgedTest,
  TransportKind,
} from "./src/model/mod.ts";
/** The revisions that have a catalogue, oldest first. */
export { REVISIONS as SUPPORTED_SPEC_VERSIONS } from "./src/model/mod.ts";
/** The published JSON form of a report and of one check. */
export type { JsonFinding, JsonReport as ComplianceReport, JsonTest as TestResult } from "./src/report/json.ts";
export { TOOL_VERSION } from "./src/version.ts";
