import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Exchange } from "../../src/model/exchange.ts";
import type { Recording } from "../../src/model/recording.ts";

/** What the JSON report of a run is read for. */
export interface Outcome {
  readonly grade: string;
  readonly score: number;
  readonly verdicts: { readonly [id: string]: string };
}

export interface Run {
  readonly outcome: Outcome;
  /** Wall time of the whole process. */
  readonly ms: number;
}

/** It is the bundle on Node that is measured, whatever else the launcher would find. */
const ON_NODE = { ...process.env, MCP_COMPLIANCE_RUNTIME: "node" };

/** Writes what the process took at most, in kB, to the file that MAX_RSS names. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  'import{writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(process.env.MAX_RSS,String(process.resourceUsage().maxRSS)))',
)}`;

/** Runs the command with these arguments, whole, and keeps what it reported. */
export async function runCommand(command: string, args: readonly string[], target: readonly string[]): Promise<Run> {
  const { ms, stdout } = await timed([command, "test", "--format", "json", ...args, ...target]);
  const report = JSON.parse(stdout) as { grade: string; score: number; tests: { id: string; outcome: string }[] };
  const verdicts = Object.fromEntries(report.tests.map((test) => [test.id, test.outcome]));
  return { outcome: { grade: report.grade, score: report.score, verdicts }, ms };
}

/** As runCommand(), and what was said. Writing that down takes time, so such a run is not timed. */
export async function recordCommand(
  command: string,
  args: readonly string[],
  target: readonly string[],
): Promise<{ readonly outcome: Outcome; readonly recording: Recording }> {
  return withFolder(async (folder) => {
    const file = join(folder, "run.json");
    const { outcome } = await runCommand(command, [...args, "--record", file], target);
    return { outcome, recording: JSON.parse(await readFile(file, "utf8")) as Recording };
  });
}

/** Wall time of a whole process of Node, in ms. */
export async function timed(words: readonly string[]): Promise<{ readonly ms: number; readonly stdout: string }> {
  const began = performance.now();
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"], env: ON_NODE });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  await once(child, "exit");
  const ms = performance.now() - began;
  if (child.stdout.readableEnded === false) await once(child.stdout, "end");
  if (child.exitCode !== 0 && stdout === "") throw new Error(`node ${words.join(" ")}: ${stderr}`);
  return { ms, stdout };
}

/** The most memory that the process had at once, in MB; its children are not counted. */
export async function peakMemory(words: readonly string[]): Promise<number> {
  return withFolder(async (folder) => {
    const file = join(folder, "rss");
    const child = spawn(process.execPath, ["--import", WATCH, ...words], {
      stdio: "ignore",
      env: { ...ON_NODE, MAX_RSS: file },
    });
    await once(child, "exit");
    // Children on stdio inherit the variable, but not the option that reads it.
    return Number(await readFile(file, "utf8")) / 1024;
  });
}

async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All that was sent in a run. */
export function sentIn(recording: Recording): readonly Exchange[] {
  return recording.runs.flatMap((run) => run.exchanges.filter((one) => one.sent !== undefined));
}

/** The longest chain of exchanges of which each began after the one before had ended. */
export function longestChain(exchanges: readonly Exchange[]): number {
  let end = Number.NEGATIVE_INFINITY;
  let length = 0;
  for (const one of exchanges.toSorted((a, b) => a.at + a.ms - (b.at + b.ms))) {
    if (one.at < end) continue;
    end = one.at + one.ms;
    length += 1;
  }
  return length;
}

/** From the first request to the end of the last answer, in ms. */
export function talkTime(exchanges: readonly Exchange[]): number {
  return Math.max(...exchanges.map((one) => one.at + one.ms)) - Math.min(...exchanges.map((one) => one.at));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
