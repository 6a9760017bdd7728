import { LOAD_METHODS } from "../load/workload.ts";
import type { Options } from "./argv.ts";
import { COMMON, TEST_OPTIONS } from "./options.ts";

/** Of the target, as `test` has them. */
const TARGET = (({
  header,
  auth,
  "auth-env": authEnv,
  "header-env": headerEnv,
  insecure,
  ca,
  env,
  "env-file": envFile,
  cwd,
}) => ({
  header,
  auth,
  "auth-env": authEnv,
  "header-env": headerEnv,
  insecure,
  ca,
  env,
  "env-file": envFile,
  cwd,
  "i-have-permission": {
    type: "boolean",
    description: "You run this server, or have the word of who does: for hosts other than loopback, and for tools/call",
    group: "Target",
  },
  "spec-version": {
    ...TEST_OPTIONS["spec-version"],
    description: "Revision to speak; auto asks the server (default auto)",
    group: "Load",
  },
}))(TEST_OPTIONS) satisfies Options;

const WORKLOAD = {
  method: {
    type: "enum",
    options: [...LOAD_METHODS],
    valueHint: "method",
    description: "What each request asks (default: the list whose answer is smallest)",
    group: "Load",
  },
  params: { type: "string", valueHint: "json", description: "Its params, as a JSON object", group: "Load" },
  tool: {
    type: "string",
    valueHint: "name",
    description: "Calls this tool, with --method tools/call and --i-have-permission; --params are its arguments",
    group: "Load",
  },
} as const satisfies Options;

const TIMES = {
  warmup: {
    type: "string",
    valueHint: "time",
    description: "Before each step, not measured (default 500ms; 0: none)",
    group: "Time",
  },
  timeout: { type: "string", valueHint: "ms", description: "Time for each request (default 15000)", group: "Time" },
  "startup-timeout": {
    type: "string",
    valueHint: "ms",
    description: "Time for the first answer (default: the timeout, at least 60000)",
    group: "Time",
  },
} as const satisfies Options;

const REPORT = {
  format: {
    type: "enum",
    options: ["terminal", "json", "html"],
    valueHint: "format",
    description: "terminal, json, html (default terminal)",
    group: "Report",
  },
  json: { type: "boolean", description: "The same as --format json", group: "Report" },
  report: {
    type: "string",
    many: true,
    valueHint: "format=file",
    description: "Write the report to a file as well, json or html; may be repeated",
    group: "Report",
  },
} as const satisfies Options;

const GATES = {
  "max-p95": { type: "string", valueHint: "ms", description: "Exit 1 if p95 is above in any step", group: "Gates" },
  "max-p99": { type: "string", valueHint: "ms", description: "Exit 1 if p99 is above in any step", group: "Gates" },
  "min-rps": {
    type: "string",
    valueHint: "number",
    description: "Exit 1 if the best step has fewer successes a second",
    group: "Gates",
  },
  "max-errors": {
    type: "string",
    valueHint: "percent",
    description: "Exit 1 if a larger share fails in any step",
    group: "Gates",
  },
  baseline: {
    type: "string",
    valueHint: "file",
    description: "Exit 1 if worse than this JSON report of an earlier run",
    group: "Gates",
  },
  tolerance: {
    type: "string",
    valueHint: "list",
    description: "How much worse (default throughput=10,p95=15,p99=20,errors=0.5: percent, errors in points)",
    group: "Gates",
  },
} as const satisfies Options;

const REPEAT = {
  repeat: {
    type: "string",
    valueHint: "n",
    description: "Runs, for the spread of each figure (default 3; of a benchmark 1)",
    group: "Load",
  },
  calibrate: {
    type: "boolean",
    description: "Do not find out first what this generator can do (URL)",
    shown: "no-calibrate",
    group: "Load",
  },
} as const satisfies Options;

export const LOAD_OPTIONS = {
  ...TARGET,
  ramp: {
    type: "string",
    valueHint: "list",
    description: "Users at once, step by step, each asking again when answered (default 1,5,10,25,50,100)",
    group: "Load",
  },
  rate: {
    type: "string",
    valueHint: "list",
    description: "Requests per second instead, whatever comes back; several make steps",
    group: "Load",
  },
  requests: {
    type: "string",
    alias: "r",
    valueHint: "n",
    description: "Requests of a step, in place of a time",
    group: "Load",
  },
  duration: {
    type: "string",
    alias: "d",
    valueHint: "time",
    description: "Time of a step, as 10s or 500ms (default 2s; with --rate 5s)",
    group: "Load",
  },
  connections: {
    type: "string",
    valueHint: "n",
    description: "With --rate: requests under way at once, at most (default 100)",
    group: "Load",
  },
  ...REPEAT,
  ...WORKLOAD,
  ...TIMES,
  ...REPORT,
  emit: {
    type: "enum",
    options: ["artillery", "k6"],
    description: "Print the same workload as a script for this engine, and load nothing",
    group: "Report",
  },
  ...GATES,
  ...COMMON,
} as const satisfies Options;

export const BENCHMARK_OPTIONS = {
  ...TARGET,
  requests: {
    type: "string",
    alias: "r",
    valueHint: "n",
    description: "Requests to measure (default 200)",
    group: "Load",
  },
  concurrency: {
    type: "string",
    alias: "c",
    valueHint: "n",
    description: "Requests under way at once (default 1)",
    group: "Load",
  },
  ...REPEAT,
  ...WORKLOAD,
  ...TIMES,
  ...REPORT,
  ...GATES,
  ...COMMON,
} as const satisfies Options;
