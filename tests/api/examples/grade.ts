import { runComplianceSuite } from "mcp-compliance";

const report = await runComplianceSuite("https://example.com/mcp");

console.log(`Grade ${report.grade} (${report.score}) by MCP ${report.specVersion}`);
for (const test of report.tests) {
  if (!test.passed) console.log(`${test.id}: ${test.details}\n  ${test.fix}\n  ${test.specRef}`);
}
