/**
 * How long --version takes: npm run bench:start [-- --runs 30]. The executable of this machine beside an empty one of the
 * same Bun, the npm command and its main.js beside an empty module of the same Node. Prints ratios, fails on none.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { ROOT } from "../files.ts";
import { compileBun } from "../release/bun.ts";
import { BUN_TARGETS, executableName } from "../release/targets.ts";
import { median } from "./measure.ts";

/** What the project promises. */
const MOST = 1.3;

const { values } = parseArgs({ options: { runs: { type: "string", default: "30" } } });
const target = BUN_TARGETS.find((one) => one.os === process.platform && one.cpu === process.arch);
if (target === undefined) throw new Error(`there is no executable for ${process.platform} ${process.arch}`);
const executable = join(ROOT, "compiled", executableName(target.name));
if (!existsSync(executable)) throw new Error(`${executable} is not there: npm run build:bun -- --only ${target.name}`);

const folder = mkdtempSync(join(tmpdir(), "bench-start-"));
try {
  const empty = join(folder, "empty.js");
  writeFileSync(empty, "");
  const rows = [
    { name: "empty executable", words: [compileBun(target, folder, empty)], beside: 0 },
    { name: "executable --version", words: [executable, "--version"], beside: 0 },
    { name: "empty module, Node", words: [process.execPath, empty], beside: 2 },
    { name: "npm command --version", words: node("mcp-compliance.js", "--version"), beside: 2 },
    { name: "npm command --help", words: node("mcp-compliance.js", "--help"), beside: 2 },
    { name: "main.js --help, no launcher", words: node("main.js", "--help"), beside: 2 },
  ];
  const times = rows.map((): number[] => []);
  // In turns: what else the machine does meets all alike.
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const [at, { words }] of rows.entries()) times[at]?.push(timeOf(words));
  }
  console.log(`Node ${process.versions.node}, Bun ${bunVersion()}, ${values.runs} runs of each, medians\n`);
  for (const [at, { name, beside }] of rows.entries()) {
    const ms = median(times[at] ?? []);
    const ratio = ms / median(times[beside] ?? []);
    const aim = name.startsWith("executable") ? `  (at most ${MOST})` : "";
    console.log(`${name.padEnd(30)} ${ms.toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)}${aim}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function node(file: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, join(ROOT, "compiled/npm", file), ...args];
}

function timeOf([command = "", ...args]: readonly string[]): number {
  // Another runtime on PATH is not what is measured.
  const env = { ...process.env, MCP_COMPLIANCE_RUNTIME: "node" };
  const began = performance.now();
  const { status } = spawnSync(command, args, { stdio: "ignore", env });
  const ms = performance.now() - began;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
  return ms;
}

function bunVersion(): string {
  return execFileSync(join(ROOT, "node_modules/bun/bin/bun.exe"), ["--version"], { encoding: "utf8" }).trim();
}
