import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONTRACT } from "./contract.ts";
import { type Fixture, startFixture } from "./fixture-server.ts";
import { GAPS } from "./gaps.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.close());

const MAIN = "tests/wire/contract-main.ts";
const RUNTIMES = [
  { name: "bun", command: "node_modules/.bin/bun", args: ["run", MAIN] },
  { name: "deno", command: "node_modules/.bin/deno", args: ["run", "-A", MAIN] },
];

/** The server runs here, on Node: what is tested is the wire alone. */
function contractOn(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, [...args, fixture.origin], { timeout: 120_000 }, (error, stdout, stderr) => {
      resolve(error === null ? stdout : `${stdout}\n${stderr}\n${error.message}`);
    });
  });
}

for (const { name, command, args } of RUNTIMES) {
  test(`the contract holds on ${name}`, { timeout: 150_000 }, async () => {
    const output = await contractOn(command, args);
    const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(output) ?? [];
    expect(failed, output).toBe("0");
    const all = CONTRACT.reduce((sum, group) => sum + group.cases.length, 0);
    const gaps = GAPS.filter((gap) => gap.runtime === name).length;
    expect(Number(passed)).toBeGreaterThanOrEqual(all - gaps);
    expect(Number(passed)).toBeLessThanOrEqual(all);
  });
}
