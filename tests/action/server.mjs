// A small server on stdio that leaves word of how it was started in the file that its environment names.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { WITNESS } = process.env;
if (WITNESS !== undefined) writeFileSync(WITNESS, JSON.stringify({ args: process.argv.slice(2), env: process.env }));

const answers = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    serverInfo: { name: "small\n::error::not ours", version: "1" },
  },
  ping: {},
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  // Serves what nobody has, where it is asked to be at fault.
  const result = answers[method] ?? (process.argv[2] === "faulty" ? {} : undefined);
  const end = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...end })}\n`);
});
