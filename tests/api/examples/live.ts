import { runComplianceSuite } from "mcp-compliance";

const sendToClient = (event: object) => console.log(JSON.stringify(event));

await runComplianceSuite("https://example.com/mcp", {
  only: ["tools"],
  // What is being waited for before the first check.
  onStatus: (message) => sendToClient({ status: message }),
  // Each check once, as soon as it has its verdict: id, name, category, required, passed, skipped, outcome, details,
  // durationMs, specRef and more. A skip has passed: true and skipped: true.
  onTestComplete: ({ id, outcome, details }) => sendToClient({ id, outcome, details }),
});
