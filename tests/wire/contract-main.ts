/** Runs the contract on whatever runtime this is: `bun run contract-main.ts [origin of a running fixture server]`. */
import process from "node:process";
import { CONTRACT, runCase } from "./contract.ts";
import { startFixture } from "./fixture-server.ts";

const given = process.argv[2];
const fixture = given === undefined ? await startFixture() : undefined;
const origin = given ?? fixture?.origin ?? "";
let passed = 0;
let failed = 0;
for (const group of CONTRACT) {
  for (const one of group.cases) {
    try {
      await runCase(origin, group, one);
      passed++;
    } catch (error) {
      failed++;
      console.log(`FAILED ${group.name}: ${one.name}\n${error instanceof Error ? error.stack : String(error)}\n`);
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
await fixture?.close();
process.exitCode = failed === 0 ? 0 : 1;
