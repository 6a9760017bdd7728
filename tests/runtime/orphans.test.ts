import { spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { comesTrue, isAlive } from "../wire/bench.ts";

const HOST = "tests/runtime/host.ts";
const RUNTIMES = [
  { name: "node", command: process.execPath, args: ["--import", "tsx", HOST] },
  { name: "bun", command: "node_modules/.bin/bun", args: ["run", HOST] },
  { name: "deno", command: "node_modules/.bin/deno", args: ["run", "-A", HOST] },
];

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** Starts the host, does something to it when its children run, and waits for its end. */
async function host(
  command: string,
  args: readonly string[],
  act: (pid: number) => void,
): Promise<Ended & { readonly pids: readonly number[] }> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let pids: readonly number[] = [];
  child.stderr.resume();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const [line, after] = output.split("\n");
    if (pids.length > 0 || line === undefined || after === undefined) return;
    const { pid, grandchild } = JSON.parse(line) as { pid: number; grandchild: number };
    pids = [pid, grandchild];
    act(child.pid ?? 0);
  });
  return new Promise((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, output, pids }));
  });
}

async function nobodyLeft(pids: readonly number[]): Promise<void> {
  expect(pids.length).toBe(2);
  for (const pid of pids) await comesTrue(`process ${pid} is gone`, () => !isAlive(pid));
}

describe.each(RUNTIMES)("on $name no child outlives us", { concurrent: true }, ({ command, args }) => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s", async (signal) => {
    const ended = await host(command, [...args, "waits"], (pid) => process.kill(pid, signal));
    await nobodyLeft(ended.pids);
    // We end by the same signal, as if nobody had listened.
    expect(ended.signal).toBe(signal);
  });

  test("SIGINT that the program handles ends in good order", async () => {
    const ended = await host(command, [...args, "handles"], (pid) => process.kill(pid, "SIGINT"));
    await nobodyLeft(ended.pids);
    expect(ended).toMatchObject({ code: 5, signal: null });
    expect(ended.output).toContain("SIGINT\n");
  });

  test.each(["throws", "rejects"])("a bug of ours that %s", async (how) => {
    const ended = await host(command, [...args, how], () => {});
    await nobodyLeft(ended.pids);
    expect(ended.code).toBe(1);
  });

  test("the program ends at once", async () => {
    const ended = await host(command, [...args, "exits"], () => {});
    await nobodyLeft(ended.pids);
    expect(ended.code).toBe(7);
  });

  test("the program closes the wire", async () => {
    const ended = await host(command, [...args, "closes"], () => {});
    await nobodyLeft(ended.pids);
    expect(ended).toMatchObject({ code: 0, signal: null });
  });
});
