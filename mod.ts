/** The public API: what `import ... from "mcp-compliance"` gives, and what Deno imports. */
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
export { TOOL_VERSION } from "./src/version.ts";
