import { runComplianceSuite } from "mcp-compliance";

const report = await runComplianceSuite({
  type: "stdio",
  command: "node",
  args: ["./server.js"],
  env: { LOG_LEVEL: "error" },
});

console.log(report.serverInfo.name, report.grade, report.summary);
