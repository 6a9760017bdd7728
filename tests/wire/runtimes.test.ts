import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONTRACT } from "./contract.ts";
import { type Fixture, startFixture } from "./fixture-server.ts";
import { GAPS } from "./gaps.ts";

const MAIN = "tests/wire/contract-main.ts";
const BUN = "node_modules/.bin/bun";
const folder = mkdtempSync(join(tmpdir(), "contract-"));
const binary = join(folder, "contract");

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
  execFileSync(BUN, ["build", "--compile", "--minify", MAIN, "--outfile", binary], { stdio: "ignore" });
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

const RUNTIMES = [
  { name: "Bun", runtime: "bun", command: BUN, args: ["run", MAIN] },
  { name: "Deno", runtime: "deno", command: "node_modules/.bin/deno", args: ["run", "-A", MAIN] },
  { name: "a binary compiled by Bun", runtime: "bun", command: binary, args: [] },
];

/** The server runs here, on Node: what is tested is the wire alone. */
function contractOn(command: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, CONTRACT_CHILD: resolve("tests/wire/child.mjs") };
  return new Promise((done) => {
    execFile(command, [...args, fixture.origin], { timeout: 120_000, env }, (error, stdout, stderr) => {
      done(error === null ? stdout : `${stdout}\n${stderr}\n${error.message}`);
    });
  });
}

for (const { name, runtime, command, args } of RUNTIMES) {
  test(`the contract holds on ${name}`, { timeout: 150_000 }, async () => {
    const output = await contractOn(command, args);
    const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(output) ?? [];
    expect(failed, output).toBe("0");
    const all = CONTRACT.reduce((sum, group) => sum + group.cases.length, 0);
    const gaps = GAPS.filter((gap) => gap.runtime === runtime).length;
    expect(Number(passed)).toBeGreaterThanOrEqual(all - gaps);
    expect(Number(passed)).toBeLessThanOrEqual(all);
  });
}
