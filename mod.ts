/** The public API: what `import ... from "mcp-compliance"` gives, and what Deno imports. */

export type { ComplianceOptions } from "./src/api.ts";
export { gather, getTestDefinitions, judge, runComplianceSuite, specBaseFor } from "./src/api.ts";
export type {
  Basis,
  Category,
  Clause,
  Exchange,
  Finding,
  Grade,
  HttpTarget,
  Level,
  Note,
  Outcome,
  Recording,
  Report,
  Revision,
  StdioTarget,
  Target,
  TestResult,
  TransportKind,
} from "./src/model/mod.ts";
/** The revisions that have a catalogue, oldest first. */
export { REVISIONS as SUPPORTED_SPEC_VERSIONS } from "./src/model/mod.ts";
export type { JsonReport, JsonTest } from "./src/report/json.ts";
export type { CatalogueEntry } from "./src/suite.ts";
export { TOOL_VERSION } from "./src/version.ts";
