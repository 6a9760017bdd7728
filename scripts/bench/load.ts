/**
 * `npm run bench:load`: how fast the load driver is on one core, beside autocannon (Node) and wrk (if it is there; with
 * Bun), against the same trivial server in the same run; and how much memory a million samples take.
 *
 * A busy machine makes the rates of all of them smaller and uneven. Requests per second of processor time do not care
 * who else is there: that is the figure to compare when the machine is not quiet. Goals: 1.2 x autocannon, 0.6 x wrk.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "../files.ts";
import { BODY, HEADERS } from "./load-request.ts";
import { median } from "./measure.ts";

const USERS = 10;
const SECONDS = 3;
const ROUNDS = 3;
const SAMPLES = 1_000_000;

interface Figures {
  readonly rate: number;
  /** Requests per second of processor time. */
  readonly perCpu: number;
}

const folder = await mkdtemp(join(tmpdir(), "bench-load-"));
const bun = join(ROOT, "node_modules/.bin/bun");
const wrk = ["/usr/bin/wrk", "/usr/local/bin/wrk"].find(existsSync);
let server: ChildProcess | undefined;
try {
  await build({
    entryPoints: ["load-client", "load-server"].map((name) => join(ROOT, `scripts/bench/${name}.ts`)),
    bundle: true,
    platform: "node",
    format: "esm",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
  const client = join(folder, "load-client.mjs");
  server = spawn(bun, [join(folder, "load-server.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  const [port] = (await once(server.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const url = `http://127.0.0.1:${port.toString().trim()}/mcp`;
  const idle = (await timed([process.execPath, autocannonBin(), "--version"])).cpuS;

  const found = new Map<string, Figures[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    // In turns, so that what else the machine does meets all of them.
    keep("ours, Node", await ours([process.execPath, client], url));
    keep("autocannon, Node", await autocannon(url, idle));
    keep("ours, Bun", await ours([bun, client], url));
    if (wrk !== undefined) keep("wrk", await measureWrk(wrk, url));
  }
  function keep(name: string, figures: Figures): void {
    found.set(name, [...(found.get(name) ?? []), figures]);
  }

  console.log(`${USERS} connections, ${SECONDS} s, median of ${ROUNDS} rounds; server: trivial, on Bun\n`);
  console.log(`${"".padEnd(20)}${"req/s".padStart(10)}${"req per CPU s".padStart(16)}`);
  for (const [name, all] of found) {
    console.log(
      `${name.padEnd(20)}${fixed(middle(all, "rate")).padStart(10)}${fixed(middle(all, "perCpu")).padStart(16)}`,
    );
  }
  console.log("");
  ratio("ours, Node", "autocannon, Node", 1.2);
  if (wrk === undefined) console.log("wrk is not installed (Debian: wrk): not compared");
  else ratio("ours, Bun", "wrk", 0.6);
  const memory = JSON.parse((await timed([process.execPath, client, "memory", String(SAMPLES)])).stdout) as {
    readonly samples: number;
    readonly mb: number;
  };
  console.log(`${memory.samples} samples: ${fixed(memory.mb)} MB in all (goal: under 200)`);

  function ratio(a: string, b: string, goal: number): void {
    const [one, other] = [found.get(a) ?? [], found.get(b) ?? []];
    const by = (what: keyof Figures) => (middle(one, what) / middle(other, what)).toFixed(2);
    console.log(`${a} / ${b}: ${by("rate")} by the clock, ${by("perCpu")} by processor time (goal: ${goal})`);
  }
} finally {
  server?.stdin?.end();
  server?.kill();
  await rm(folder, { recursive: true, force: true });
}

function middle(all: readonly Figures[], what: keyof Figures): number {
  return median(all.map((one) => one[what]));
}

function fixed(value: number): string {
  return Math.round(value).toLocaleString("en");
}

async function ours(command: readonly string[], url: string): Promise<Figures> {
  const { stdout } = await timed([...command, url, String(USERS), String(SECONDS * 1000)]);
  const { requests, failed, rate, cpuS } = JSON.parse(stdout) as {
    readonly requests: number;
    readonly failed: number;
    readonly rate: number;
    readonly cpuS: number;
  };
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return { rate, perCpu: requests / cpuS };
}

function autocannonBin(): string {
  return join(ROOT, "node_modules/autocannon/autocannon.js");
}

async function autocannon(url: string, idleS: number): Promise<Figures> {
  const headers = HEADERS.flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const words = [
    "-c",
    String(USERS),
    "-d",
    String(SECONDS),
    "-m",
    "POST",
    "-b",
    BODY,
    ...headers,
    "--json",
    "--no-progress",
  ];
  const { stdout, cpuS } = await timed([process.execPath, autocannonBin(), ...words, url]);
  const found = JSON.parse(stdout) as {
    readonly requests: { readonly average: number; readonly total: number };
    readonly non2xx: number;
    readonly errors: number;
  };
  if (found.non2xx + found.errors > 0) throw new Error("autocannon had errors");
  return { rate: found.requests.average, perCpu: found.requests.total / Math.max(0.01, cpuS - idleS) };
}

async function measureWrk(command: string, url: string): Promise<Figures> {
  const script = join(folder, "post.lua");
  const headers = HEADERS.map(([name, value]) => `wrk.headers["${name}"] = "${value}"`).join("\n");
  await writeFile(script, `wrk.method = "POST"\nwrk.body = '${BODY}'\n${headers}\n`);
  const { stdout, cpuS } = await timed([command, "-t1", `-c${USERS}`, `-d${SECONDS}s`, "-s", script, url]);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const total = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  if (/Non-2xx|Socket errors/.test(stdout) || Number.isNaN(rate)) throw new Error(stdout);
  return { rate, perCpu: total / cpuS };
}

/** Runs a command to its end. `cpuS`: processor time of the whole process, user and system, in seconds. */
async function timed(words: readonly string[]): Promise<{ readonly stdout: string; readonly cpuS: number }> {
  const child = spawn("bash", ["-c", 'TIMEFORMAT="%U %S"; time "$@" 2>/dev/null', "bench", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LC_ALL: "C" },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${stderr}`);
  const [user = 0, system = 0] = stderr.trim().split("\n").at(-1)?.split(" ").map(Number) ?? [];
  return { stdout, cpuS: user + system };
}
