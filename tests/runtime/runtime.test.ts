import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeRuntime } from "../../src/runtime/mod.ts";

const EDGE = "tests/runtime/edge.ts";
const RUNTIMES = [
  { name: "node", command: process.execPath, before: ["--import", "tsx", EDGE] },
  { name: "bun", command: "node_modules/.bin/bun", before: ["run", EDGE] },
  { name: "deno", command: "node_modules/.bin/deno", before: ["run", "-A", EDGE] },
];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "runtime-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end; `readOnly` bytes of its stdout, then the reader goes away. */
function run(command: string, args: readonly string[], input = "", readOnly = Number.POSITIVE_INFINITY): Promise<Ran> {
  const child = spawn(command, args, { env: { ...process.env, EDGE_TEST: "a b" } });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (stdout.length > readOnly) child.stdout.destroy();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

describe.each(RUNTIMES)("$name", ({ name, command, before }) => {
  test("what it gives", async () => {
    const path = join(folder, `${name}.txt`);
    const { stdout, stderr, code } = await run(command, [...before, "facts", path]);
    expect(code, stderr).toBe(0);
    const facts = JSON.parse(stdout);
    expect(facts).toMatchObject({
      name,
      windows: process.platform === "win32",
      args: ["facts", path],
      variable: "a b",
      missing: true,
      cwd: process.cwd(),
      tty: [false, false],
      columns: null,
      text: "é🙂\n",
      noText: true,
      folder: "rejected",
      slept: true,
    });
    expect(facts.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(facts.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    for (const seed of facts.seeds) expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
    expect(facts.seeds[0]).not.toBe(facts.seeds[1]);
  });

  test("a reader that goes away is no error", async () => {
    const { code, stderr } = await run(command, [...before, "pipe"], "", 100_000);
    expect(stderr).toBe("still here\n");
    expect(code).toBe(4);
  });

  test("large output arrives whole", async () => {
    const { code, stdout } = await run(command, [...before, "large"]);
    expect(stdout.length).toBe(3_000_001);
    expect(code).toBe(6);
  });

  test("stdin is read as text", async () => {
    const { stdout } = await run(command, [...before, "stdin"], "one é\ntwo 🙂");
    expect(JSON.parse(stdout)).toEqual({ text: "one é\ntwo 🙂", isTTY: false });
  });
});

describe("here", () => {
  const runtime = nodeRuntime();

  test("sleep ends when the signal fires, and at once when it has", async () => {
    const control = new AbortController();
    const sleeping = runtime.sleep(60_000, control.signal);
    control.abort();
    await sleeping;
    await runtime.sleep(60_000, control.signal);
  });

  test("many may sleep on one signal without a warning", async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error) => warnings.push(warning.message);
    process.on("warning", onWarning);
    const control = new AbortController();
    const sleeping = Array.from({ length: 30 }, () => runtime.sleep(60_000, control.signal));
    await runtime.sleep(5);
    control.abort();
    await Promise.all(sleeping);
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });

  test("an interrupt handler comes off again", () => {
    const before = process.listenerCount("SIGTERM");
    const off = runtime.onInterrupt(() => {});
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
    off();
    expect(process.listenerCount("SIGTERM")).toBe(before);
  });

  test("without children nothing listens for signals, with them one listener does, however many they are", async () => {
    const before = process.listenerCount("SIGTERM");
    const target = { kind: "stdio" as const, command: "node", args: ["-e", "process.stdin.resume()"], env: {} };
    const wire = runtime.wire(target, { now: () => runtime.now() });
    wire.open();
    wire.open();
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
    await wire.close();
    expect(process.listenerCount("SIGTERM")).toBe(before);
  });
});
