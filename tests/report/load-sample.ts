import type { Latency, LoadReport, LoadStep } from "../../src/model/load.ts";

/** A load with each verdict, whose server says what could do harm. */
const HOSTILE = '\u001b[31m</script><img src=x onerror=alert(1)>\n::error::"&';

function latency(ms: number): Latency {
  return {
    p50: ms,
    p90: ms * 2,
    p95: ms * 3,
    p99: ms * 4,
    p999: ms * 5,
    max: ms * 6,
    mean: ms,
    buckets: [
      [1, 90],
      [2, 10],
    ],
  };
}

export function step(users: number, more: Partial<LoadStep> = {}): LoadStep {
  const own = latency(users);
  const run = { requests: 100, succeeded: 100, errors: [], perSecond: 50, windowMs: 2000, latency: own };
  const spread = (value: number) => ({ median: value, min: value * 0.9, max: value * 1.1 });
  return {
    shape: { kind: "closed", users },
    runs: [run, run, run],
    requests: 300,
    succeeded: 300,
    errors: [],
    errorShare: 0,
    perSecond: spread(users * 50),
    latency: own,
    p95: spread(own.p95),
    p99: spread(own.p99),
    ceiling: 2000,
    verdict: "ok",
    verdicts: ["ok"],
    reasons: [],
    ...more,
  };
}

export const REPORT: LoadReport = {
  schemaVersion: "1",
  kind: "load",
  toolVersion: "0.0.0",
  timestamp: "2026-08-01T12:00:00.000Z",
  target: "http://127.0.0.1:3000/mcp",
  transport: "http",
  specVersion: "2026-07-28",
  chosen: "pinned",
  serverName: HOSTILE,
  method: "tools/list",
  requestBytes: 465,
  answerBytes: 931,
  steps: [
    step(1),
    step(5),
    step(10, {
      errors: [{ kind: "http_500", count: 3, example: HOSTILE }],
      errorShare: 0.01,
      verdict: "error_onset",
      verdicts: ["error_onset", "harness_limited"],
      reasons: ["1 % of the requests failed, most of them with http_500", "near the ceiling"],
    }),
  ],
  knee: { users: 4, perSecond: 250 },
  gates: [{ gate: "--max-p95 5", passed: false, detail: "30 ms at 10 users" }],
  warnings: ["Something else."],
  cancelled: false,
};
