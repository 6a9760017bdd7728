import { REVISIONS } from "../model/mod.ts";
import type { Options } from "./argv.ts";
import { GRADES } from "./defaults.ts";
import { FORMATS } from "./formats.ts";

/** Options that every command has. */
export const COMMON = {
  color: {
    type: "boolean",
    description: "No colours (as the variable NO_COLOR); --color forces them",
    shown: "no-color",
    group: "Other",
  },
  help: { type: "boolean", alias: "h", description: "This text", group: "Other" },
} as const satisfies Options;

/** Options of the selection of checks and of the reports: `test` and `judge`. */
export const SELECTION = {
  only: {
    type: "string",
    many: true,
    valueHint: "items",
    description: "Only checks of these categories or ids, divided by commas",
    group: "Checks",
  },
  skip: {
    type: "string",
    many: true,
    valueHint: "items",
    description: "Leave out checks of these categories or ids",
    group: "Checks",
  },
  profile: {
    type: "enum",
    options: ["core", "full"],
    description: "core: the graded catalogue; full: every rule known (default core)",
    group: "Checks",
  },
} as const satisfies Options;

export const REPORTS = {
  format: {
    type: "enum",
    options: [...FORMATS],
    valueHint: "format",
    description: `${FORMATS.join(", ")} (default terminal)`,
    group: "Report",
  },
  report: {
    type: "string",
    many: true,
    valueHint: "format=file",
    description: "Write a report to a file as well; may be repeated",
    group: "Report",
  },
  output: { type: "string", valueHint: "file.svg", description: "Write an SVG badge with the grade", group: "Report" },
  open: { type: "boolean", description: "Show the HTML report in the browser", group: "Report" },
  verbose: {
    type: "boolean",
    description: "Each result as it comes, every finding; a child's stderr is passed on",
    group: "Report",
  },
  strict: { type: "boolean", description: "Exit 1 if a required check did not pass", group: "Gates" },
  "min-grade": {
    type: "enum",
    options: [...GRADES],
    description: "Exit 1 if the grade is below",
    group: "Gates",
  },
  baseline: {
    type: "string",
    valueHint: "file",
    description: "Known failures: exit 1 on any other one, and on a listed one that passes now",
    group: "Gates",
  },
  "update-baseline": {
    type: "boolean",
    description: "Write what fails in this run to the --baseline file; reasons in it stay",
    group: "Gates",
  },
} as const satisfies Options;

export const TEST_OPTIONS = {
  self: { type: "boolean", description: "Test the reference server that is built in", group: "Target" },
  header: {
    type: "string",
    many: true,
    alias: "H",
    valueHint: '"Name: value"',
    description: "Header for every request (URL); may be repeated",
    group: "Target",
  },
  auth: {
    type: "string",
    valueHint: "value",
    description: 'Sets Authorization to exactly this, as in "Bearer abc" (URL)',
    group: "Target",
  },
  "auth-env": {
    type: "string",
    valueHint: "NAME",
    description: "Like --auth; the value comes from this environment variable",
    group: "Target",
  },
  "header-env": {
    type: "string",
    many: true,
    valueHint: '"Name: NAME"',
    description: "Like --header; the value comes from the environment",
    group: "Target",
  },
  insecure: { type: "boolean", description: "Do not verify the TLS certificate (URL)", group: "Target" },
  ca: {
    type: "string",
    valueHint: "file",
    description: "Trust this certificate authority, PEM (URL)",
    group: "Target",
  },
  env: {
    type: "string",
    many: true,
    alias: "E",
    valueHint: "KEY=VALUE",
    description: "Environment variable for the server (command); may be repeated",
    group: "Target",
  },
  "env-file": {
    type: "string",
    valueHint: "file",
    description: "Environment variables from a file, KEY=VALUE a line (command)",
    group: "Target",
  },
  cwd: { type: "string", valueHint: "dir", description: "Working directory of the server (command)", group: "Target" },
  config: {
    type: "string",
    valueHint: "file",
    description: "Config file (default: mcp-compliance.config.json, .mcp-compliancerc[.json] or package.json)",
    group: "Target",
  },
  "spec-version": {
    type: "enum",
    options: ["auto", ...REVISIONS],
    description: "Revision to grade; auto asks the server (default auto)",
    group: "Checks",
  },
  ...SELECTION,
  list: { type: "boolean", description: "Show the checks that would run, and stop; never connects", group: "Checks" },
  transport: {
    type: "enum",
    options: ["http", "stdio"],
    description: "With --list and no target: only checks of this transport",
    group: "Checks",
  },
  watch: {
    type: "boolean",
    description: "Run again at each change in the server's working directory (command)",
    group: "Checks",
  },
  "allow-tool": {
    type: "string",
    many: true,
    valueHint: "name",
    description: "This tool may be called even if it says that it destroys; may be repeated",
    group: "Checks",
  },
  "allow-token-in-query": {
    type: "boolean",
    description: "The token may be sent once in a query string, which servers tend to log",
    group: "Checks",
  },
  timeout: { type: "string", valueHint: "ms", description: "Time for each request (default 15000)", group: "Time" },
  "startup-timeout": {
    type: "string",
    valueHint: "ms",
    description: "Time for the first answer (default: the timeout, at least 60000)",
    group: "Time",
  },
  "preflight-timeout": {
    type: "string",
    valueHint: "ms",
    description: "Time for the first question to a URL (default: the timeout, at most 10000)",
    group: "Time",
  },
  retries: {
    type: "string",
    valueHint: "n",
    description: "Repeat what could not be measured; a measured failure stays one (default 0)",
    group: "Time",
  },
  concurrency: {
    type: "string",
    valueHint: "n",
    description: "Conversations at the same time; the verdicts stay the same (default 1)",
    group: "Time",
  },
  ...REPORTS,
  record: {
    type: "string",
    valueHint: "file",
    description: "Keep all that was said, for mcp-compliance judge; secrets are removed",
    group: "Report",
  },
  ...COMMON,
} as const satisfies Options;

export const JUDGE_OPTIONS = {
  ...SELECTION,
  ...REPORTS,
  verbose: { type: "boolean", description: "Every finding, whole exchanges, the notes", group: "Report" },
  ...COMMON,
} as const satisfies Options;

/** Options of `audit`: a URL, and no choice of checks. */
export const AUDIT_OPTIONS = {
  "i-have-permission": {
    type: "boolean",
    description: "The host is yours, or its owner agrees; needed for all but 127.0.0.0/8, ::1 and localhost",
    group: "Target",
  },
  header: TEST_OPTIONS.header,
  auth: TEST_OPTIONS.auth,
  "auth-env": TEST_OPTIONS["auth-env"],
  "header-env": TEST_OPTIONS["header-env"],
  insecure: TEST_OPTIONS.insecure,
  ca: TEST_OPTIONS.ca,
  timeout: TEST_OPTIONS.timeout,
  concurrency: {
    ...TEST_OPTIONS.concurrency,
    description: "Conversations at the same time (default 8 on this machine, 1 elsewhere)",
  },
  format: REPORTS.format,
  json: { type: "boolean", description: "The same as --format json", group: "Report" },
  report: REPORTS.report,
  verbose: {
    type: "boolean",
    description: "Every clause, whole exchanges, and what version gaps and passes are about",
    group: "Report",
  },
  record: TEST_OPTIONS.record,
  ...COMMON,
} as const satisfies Options;
