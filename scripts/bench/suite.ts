/**
 * Times whole runs of the command on real servers: npm run bench:suite [-- words of names] [--runs 5] [--concurrency 1]
 * [--profile core] [--delay 100]. Prints figures beside the aims and never fails on time; it fails where verdicts differ.
 * "server's part" is how long the server takes for the same requests when a bare client sends them, eight at a time.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { REAL_SERVERS } from "../../tests/real/servers.ts";
import { type Served, startReal } from "../../tests/support/real.ts";
import { ROOT } from "../files.ts";
import { delayed } from "./delay.ts";
import { longestChain, median, peakMemory, recordCommand, runCommand, sentIn, talkTime, timed } from "./measure.ts";
import { replayed } from "./replay.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "5" },
    concurrency: { type: "string", default: "1" },
    profile: { type: "string", default: "core" },
    delay: { type: "string", default: "100" },
  },
});
const runs = Number(values.runs);
const options = ["--concurrency", values.concurrency, "--profile", values.profile];
const command = join(ROOT, "compiled/npm/mcp-compliance.js");
if (!existsSync(command)) execFileSync("npm", ["run", "build"], { cwd: ROOT, stdio: "inherit" });

/** What a run should take at most, on a machine of today that does nothing else. */
interface Aim {
  readonly ms?: number;
  readonly mb?: number;
}

const CASES: readonly { readonly name: string; readonly aim: Aim }[] = [
  { name: "everything http", aim: { ms: 1000 } },
  { name: "everything stdio", aim: { ms: 600 } },
  { name: "sdk2 http", aim: { ms: 250, mb: 90 } },
  { name: "sdk2 stdio", aim: { ms: 400 } },
  { name: "reference", aim: {} },
];
const ROUND_TRIPS = 15;

const wanted = CASES.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));

console.log(
  `Node ${process.versions.node}, ${availableParallelism()} cores, ${runs} runs of each, ${options.join(" ")}\n`,
);
const bare = median(await repeat(async () => (await timed(["-e", "0"])).ms));
const rows = [
  [
    "server",
    "median",
    "min-max",
    "aim",
    "of aim",
    "of node -e 0",
    "server's part",
    "requests",
    "chain",
    "memory",
    "grade",
  ],
];
for (const { name, aim } of wanted) {
  await withTarget(name, async (target) => {
    const kept: Awaited<ReturnType<typeof runCommand>>[] = [];
    const times = await repeat(async () => {
      const run = await runCommand(command, options, target);
      kept.push(run);
      return run.ms;
    });
    const last = await recordCommand(command, options, target);
    const memory = await peakMemory([command, "test", "--format", "json", ...options, ...target]);
    const exchanges = sentIn(last.recording);
    const middle = median(times);
    // With sessions the same requests cannot be sent again: they have ended.
    const again = last.recording.revision === "2026-07-28" && target[0]?.startsWith("http") === true;
    const floor = again ? await replayed(exchanges, target[0] ?? "", runs) : undefined;
    rows.push([
      name,
      seconds(middle),
      `${seconds(Math.min(...times))}-${seconds(Math.max(...times))}`,
      aim.ms === undefined ? "" : seconds(aim.ms),
      aim.ms === undefined ? "" : `${(middle / aim.ms).toFixed(2)}x`,
      `${(middle / bare).toFixed(1)}x`,
      floor === undefined ? "" : seconds(floor),
      String(exchanges.length),
      String(longestChain(exchanges)),
      `${Math.round(memory)} MB${aim.mb === undefined ? "" : ` (aim ${aim.mb})`}`,
      `${last.outcome.grade} ${last.outcome.score}`,
    ]);
    const differing = kept.flatMap((run) => differences(run.outcome.verdicts, last.outcome.verdicts));
    if (differing.length > 0) fail(`${name}: runs differ in ${[...new Set(differing)].join(", ")}`);
  });
}
print(rows);
console.log(`\nnode -e 0: ${seconds(bare)}`);
if (wanted.some(({ name }) => name === "sdk2 http")) await overDistance(Number(values.delay));

/** One run with a delay before the server, eight conversations at once: how many round trips wait for each other. */
async function overDistance(roundTripMs: number): Promise<void> {
  await withServer("sdk2 http", async ({ target }) => {
    if (target.kind !== "http") return;
    const url = new URL(target.url);
    const near = await recordCommand(command, ["--profile", values.profile, "--concurrency", "1"], [url.href]);
    const proxy = await delayed(Number(url.port), roundTripMs);
    try {
      url.port = String(proxy.port);
      const far = await recordCommand(command, ["--profile", values.profile, "--concurrency", "8"], [url.href]);
      const elapsed = talkTime(sentIn(far.recording));
      console.log(
        `\nsdk2 http at +${roundTripMs} ms per round trip, --concurrency 8: ` +
          `${longestChain(sentIn(far.recording))} round trips in sequence (aim at most ${ROUND_TRIPS}), ` +
          `${seconds(elapsed)} from the first request to the last answer`,
      );
      const differing = differences(near.outcome.verdicts, far.outcome.verdicts);
      if (differing.length > 0) fail(`the verdicts differ from those at --concurrency 1: ${differing.join(", ")}`);
      else console.log("The verdicts are those at --concurrency 1 without delay.");
    } finally {
      await proxy.close();
    }
  });
}

async function repeat(run: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < runs; n += 1) times.push(await run());
  return times;
}

async function withTarget(name: string, use: (target: readonly string[]) => Promise<void>): Promise<void> {
  if (name === "reference") return use(["--self"]);
  await withServer(name, ({ target }) => {
    if (target.kind === "http") return use([target.url]);
    const variables = Object.entries(target.env).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
    return use([...variables, "--", target.command, ...target.args]);
  });
}

async function withServer(name: string, use: (served: Served) => Promise<void>): Promise<void> {
  const server = REAL_SERVERS.find((one) => one.name === name);
  if (server === undefined) throw new Error(`there is no server "${name}"`);
  const served = await startReal(server.start);
  try {
    await use(served);
  } finally {
    await served.stop();
  }
}

function differences(one: { readonly [id: string]: string }, two: { readonly [id: string]: string }): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(two)])].filter((id) => one[id] !== two[id]);
}

function fail(why: string): void {
  console.error(`bench:suite: ${why}`);
  process.exitCode = 1;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function print(table: readonly (readonly string[])[]): void {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
