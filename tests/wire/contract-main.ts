/** Runs the contract on whatever runtime this is: `bun run contract-main.ts [origin of a running fixture server]`. */
import process from "node:process";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { CONTRACT, runCase } from "./contract.ts";
import { startFixture } from "./fixture-server.ts";
import { gapOf } from "./gaps.ts";

const runtime = nodeRuntime();
const given = runtime.args[0];
const fixture = given === undefined ? await startFixture() : undefined;
const origin = given ?? fixture?.origin ?? "";
let passed = 0;
let failed = 0;

// A warning of the runtime means listeners or sockets that pile up.
process.on("warning", (warning) => {
  failed++;
  console.log(`FAILED with a warning: ${warning.message}`);
});

for (const group of CONTRACT) {
  const waiting = [...group.cases];
  async function work(): Promise<void> {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const gap = gapOf(runtime.name, group.name, one.name);
      try {
        await runCase(origin, group, one);
        passed++;
      } catch (error) {
        if (gap !== undefined) {
          console.log(`known gap: ${group.name}: ${one.name}: ${gap.reason}`);
          continue;
        }
        failed++;
        console.log(`FAILED ${group.name}: ${one.name}\n${error instanceof Error ? error.stack : String(error)}\n`);
      }
    }
  }
  await Promise.all(Array.from({ length: group.atOnce }, work));
}
console.log(`${passed} passed, ${failed} failed`);
await fixture?.close();
process.exitCode = failed === 0 ? 0 : 1;
