import { runComplianceSuite } from "mcp-compliance";

const report = await runComplianceSuite("https://example.com/mcp", {
  headers: { Authorization: `Bearer ${process.env["MCP_TOKEN"]}` }, // in no report and no recording
  timeout: 30_000, // milliseconds, for each request
  retries: 1, // what could not be measured; a failure stays one
  only: ["transport", "lifecycle"], // categories or ids
  specVersion: "2026-07-28", // "auto" (default), "2025-11-25" or "2026-07-28"
  concurrency: 4,
  signal: AbortSignal.timeout(120_000), // rejects with its reason, and leaves no process
});

console.log(report.specVersion, report.grade); // specVersion is the revision that was graded, never "auto"
