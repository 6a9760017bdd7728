import { describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/cli.ts";
import type { LoadOptions } from "../../src/cli/suite-port.ts";
import { judgeGates } from "../../src/load/gates.ts";
import { UserFault } from "../../src/model/fault.ts";
import type { LoadReport, LoadStep } from "../../src/model/load.ts";
import { fakeSuite, fakeWorld, type WorldOptions } from "./fakes.ts";

const HERE = "http://127.0.0.1:3000/mcp";

function step(users: number, p95: number, perSecond: number, errorShare = 0): LoadStep {
  const one = (value: number) => ({ median: value, min: value, max: value });
  return {
    shape: { kind: "closed", users },
    runs: [],
    requests: 1000,
    succeeded: Math.round(1000 * (1 - errorShare)),
    errors: errorShare > 0 ? [{ kind: "http_500", count: Math.round(1000 * errorShare), example: "no" }] : [],
    errorShare,
    perSecond: one(perSecond),
    p95: one(p95),
    p99: one(p95 * 2),
    verdict: "ok",
    verdicts: ["ok"],
    reasons: [],
  };
}

function reportOf(steps: readonly LoadStep[], options: LoadOptions): LoadReport {
  return {
    schemaVersion: "1",
    kind: options.kind,
    toolVersion: "0.0.0",
    timestamp: "2026-08-01T12:00:00.000Z",
    target: HERE,
    transport: "http",
    specVersion: "2026-07-28",
    chosen: "pinned",
    serverName: null,
    method: "tools/list",
    requestBytes: 100,
    answerBytes: 100,
    steps,
    knee: null,
    gates: judgeGates(steps, options.demands),
    warnings: [],
    cancelled: options.signal.aborted,
  };
}

const STEPS = [step(1, 10, 100), step(5, 40, 300, 0.01)];

interface More extends Omit<WorldOptions, "args"> {
  readonly steps?: readonly LoadStep[];
  readonly during?: (world: ReturnType<typeof fakeWorld>, options: LoadOptions) => void;
}

async function call(args: readonly string[], { steps = STEPS, during, ...more }: More = {}) {
  const world = fakeWorld({ ...more, args });
  const asked: LoadOptions[] = [];
  const emitted: { readonly engine: string; readonly variables: object }[] = [];
  const code = await runCli(world, async () => ({
    ...fakeSuite({}, world),
    async runLoad(options: LoadOptions) {
      asked.push(options);
      during?.(world, options);
      return reportOf(steps, options);
    },
    async emitLoad(options: LoadOptions & { readonly variables: object }, engine: string) {
      emitted.push({ engine, variables: options.variables });
      return "the script\n";
    },
  }));
  return { code, world, asked, emitted, out: world.out(), err: world.err() };
}

describe("load", () => {
  it("ramps from 1 to 100 users for 2 s each, three times, unless it is told otherwise", async () => {
    const { code, asked, out } = await call(["load", HERE]);
    expect(code).toBe(0);
    expect(out).toContain("Load of");
    expect(asked).toMatchObject([
      {
        kind: "load",
        shapes: [1, 5, 10, 25, 50, 100].map((users) => ({ kind: "closed", users })),
        extent: { durationMs: 2000 },
        repeat: 3,
        calibrate: true,
        wanted: { method: undefined },
        specVersion: "auto",
      },
    ]);
  });

  it("reads steps, times and the workload", async () => {
    const { asked } = await call([
      ...["load", HERE, "--rate", "10,2.5", "-d", "1.5s", "--connections", "7", "--warmup", "0", "--repeat", "2"],
      ...["--method", "prompts/get", "--params", '{"name":"x"}', "--no-calibrate", "--spec-version", "2025-11-25"],
      ...["--auth", "Bearer abc", "-H", "X-A: b"],
    ]);
    expect(asked).toMatchObject([
      {
        shapes: [
          { kind: "open", perSecond: 10 },
          { kind: "open", perSecond: 2.5 },
        ],
        extent: { durationMs: 1500 },
        connections: 7,
        warmupMs: 0,
        repeat: 2,
        calibrate: false,
        specVersion: "2025-11-25",
        wanted: { method: "prompts/get", params: { name: "x" } },
        target: {
          headers: [
            ["X-A", "b"],
            ["Authorization", "Bearer abc"],
          ],
        },
      },
    ]);
  });

  it.each([
    "http://example.com/mcp",
    "http://localhost.attacker.example/mcp",
    "http://127.0.0.1.nip.io/mcp",
    "http://10.0.0.1/",
  ])("loads %s with permission only", async (url) => {
    const refused = await call(["load", url]);
    expect(refused).toMatchObject({ code: 2, asked: [] });
    expect(refused.err).toContain("--i-have-permission");
    expect((await call(["load", url, "--i-have-permission"])).asked).toHaveLength(1);
    expect((await call(["benchmark", url])).code).toBe(2);
    expect((await call(["load", url, "--emit", "k6"])).code).toBe(2);
  });

  it("calls a tool with permission only, on this machine too", async () => {
    const refused = await call(["load", HERE, "--tool", "echo"]);
    expect(refused).toMatchObject({ code: 2, asked: [] });
    expect(refused.err).toContain("--i-have-permission");
    const { asked } = await call(["load", HERE, "--tool", "echo", "--i-have-permission", "--params", '{"text":"x"}']);
    expect(asked).toMatchObject([{ wanted: { method: "tools/call", tool: "echo", params: { text: "x" } } }]);
  });

  it.each([
    [["--ramp", "1,0"], /--ramp: 0 is out of range/],
    [["--ramp", "1,,5"], /empty place/],
    [["--ramp", "5,5"], /twice/],
    [["--ramp", "1", "--rate", "5"], /exclude each other/],
    [["--ramp", "5,1,05"], /twice/],
    [["--rate", "10,10.0"], /twice/],
    [["--duration", "soon"], /no length of time/],
    [["--duration", "0s"], /out of range/],
    [["--method", "logging/setLevel"], /not one of/],
    [["--method", "tools/call"], /--tool/],
    [["--tool", "x", "--method", "ping"], /tools\/call/],
    [["--params", "{}"], /--method/],
    [["--method", "prompts/get", "--params", "[]"], /no JSON object/],
    [["--max-p95", "fast"], /no number/],
    [["--max-errors", "200"], /out of range/],
    [["--tolerance", "p95=1"], /--baseline/],
    [["--tolerance", "p50=1", "--baseline", "b.json"], /Expected throughput/],
    [["--baseline", "missing.json"], /no file/],
    [["--baseline", "b.json"], /no report of a load/],
    [["--json", "--format", "html"], /contradict/],
    [["--report", "sarif=x"], /json or html/],
    [["--format", "junit"], /not one of/],
  ])("refuses %j", async (args, message) => {
    const { code, err, asked } = await call(["load", HERE, ...args], { files: { "b.json": "{}" } });
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(asked).toEqual([]);
  });

  it.each([
    [["--max-p95", "40"], 0],
    [["--max-p95", "39ms"], 1],
    [["--max-p99", "80"], 0],
    [["--max-p99", "79"], 1],
    [["--min-rps", "300"], 0],
    [["--min-rps", "301"], 1],
    [["--max-errors", "1%"], 0],
    [["--max-errors", "0.9"], 1],
  ])("judges %j: exit code %i", async (args, expected) => {
    const { code, out } = await call(["load", HERE, ...args]);
    expect(code).toBe(expected);
    expect(out).toContain(expected === 0 ? "pass  " : "FAIL  ");
    const json = await call(["load", HERE, "--json", ...args]);
    expect(json.code).toBe(expected);
    expect(JSON.parse(json.out).gates).toMatchObject([{ passed: expected === 0 }]);
    expect(json.err.includes("--m")).toBe(expected === 1);
  });

  it("compares with a baseline: 10 % of throughput, 15 and 20 % of p95 and p99, half a point of errors", async () => {
    const before = (await call(["load", HERE, "--ramp", "1,5", "--json"])).out;
    const worse = async (steps: readonly LoadStep[], ...more: readonly string[]) => {
      const args = ["load", HERE, "--ramp", "1,5", "--baseline", "before.json", ...more];
      return await call(args, { steps, files: { "before.json": before } });
    };
    const [one, five] = STEPS as [LoadStep, LoadStep];
    expect((await worse(STEPS)).code).toBe(0);
    expect((await worse([step(1, 11.4, 91), five])).code).toBe(0);
    expect((await worse([step(1, 11.6, 100), five])).code).toBe(1);
    expect((await worse([step(1, 10, 89), five])).code).toBe(1);
    expect((await worse([one, step(5, 40, 300, 0.015)])).code).toBe(0);
    const errors = await worse([one, step(5, 40, 300, 0.016)]);
    expect(errors.code).toBe(1);
    expect(errors.out).toMatch(/FAIL {2}--baseline before\.json, errors at 5\s+users/);
    expect((await worse([one, step(5, 40, 300, 0.016)], "--tolerance", "errors=1")).code).toBe(0);
    expect((await worse([step(1, 11.6, 100), five], "--tolerance", "p95=20,p99=30")).code).toBe(0);
  });

  it("refuses a baseline that has not the same steps, before anything is sent", async () => {
    const before = (await call(["load", HERE, "--json"])).out;
    const { code, err, asked } = await call(["load", HERE, "--ramp", "1,7", "--baseline", "b.json"], {
      files: { "b.json": before },
    });
    expect(code).toBe(2);
    expect(err).toContain("7 users");
    expect(asked).toEqual([]);
  });

  it("compares with no run that was cut short", async () => {
    const cut = await call(["load", HERE, "--ramp", "1,5", "--json"], { during: (there) => there.interrupt() });
    const args = ["load", HERE, "--ramp", "1,5", "--baseline", "b.json"];
    const { code, err, asked } = await call(args, { files: { "b.json": cut.out } });
    expect(code).toBe(2);
    expect(err).toContain("cut short");
    expect(asked).toEqual([]);
  });

  it("prints what was measured when it is cancelled, and writes no file", async () => {
    const { code, out, world, err } = await call(["load", HERE, "--report", "json=out.json", "--max-p95", "1"], {
      during: (there) => there.interrupt(),
    });
    expect(code).toBe(130);
    expect(out).toContain("Cancelled");
    expect(out).toContain("5 users");
    expect(world.files.has("out.json")).toBe(false);
    expect(err).toContain("no file was written");
  });

  it("writes reports to files, and HTML to stdout", async () => {
    const { code, out, world } = await call(["load", HERE, "--format", "html", "--report", "json=out.json"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^<!doctype html>/);
    expect(JSON.parse(world.files.get("out.json") ?? "").kind).toBe("load");
  });

  it("prints the script of another engine, and names the variables that it was given", async () => {
    const { code, out, emitted, asked } = await call(
      ["load", HERE, "--emit", "k6", "--auth-env", "TOKEN", "--header-env", "X-Key: KEY", "-H", "X-Other: secret"],
      { env: { TOKEN: "Bearer abc", KEY: "def" } },
    );
    expect({ code, out, asked }).toEqual({ code: 0, out: "the script\n", asked: [] });
    expect(emitted).toEqual([{ engine: "k6", variables: { authorization: "TOKEN", "x-key": "KEY" } }]);
  });

  it("passes on that the server never answered", async () => {
    const { code, err } = await call(["load", HERE], {
      during: () => {
        throw new UserFault("http://127.0.0.1:3000/mcp never answered", 3);
      },
    });
    expect(code).toBe(3);
    expect(err).toContain("never answered");
  });

  it("shows how far it is on a terminal only", async () => {
    const progress = { step: 1, steps: 2, run: 1, runs: 3, name: "1 user", requests: 50, ms: 500 };
    const during: NonNullable<More["during"]> = (_world, options) => options.onProgress?.(progress);
    expect((await call(["load", HERE], { during, tty: true })).err).toContain(
      "run 1 of 3, step 1 of 2, 1 user: 50 requests, 100/s",
    );
    expect((await call(["load", HERE], { during })).err).toBe("");
  });

  it("says what it waits for, to people", async () => {
    const during: NonNullable<More["during"]> = (_world, options) => options.onStatus?.("Waiting\u001b[2J for it");
    expect((await call(["load", HERE], { during })).err).toBe("Waiting\\x1b[2J for it\n");
    expect((await call(["load", HERE, "--json"], { during })).err).toBe("");
    expect((await call(["benchmark", "--", "node", "server.js"], { during, tty: true })).err).toContain("Waiting");
  });
});

describe("benchmark", () => {
  it("takes a command with its own options, and -r and -c", async () => {
    const { code, asked, out } = await call(["benchmark", "-r", "50", "-c", "4", "--", "node", "server.js", "-r", "x"]);
    expect(code).toBe(0);
    expect(out).toContain("Benchmark of");
    expect(asked).toMatchObject([
      {
        kind: "benchmark",
        target: { kind: "stdio", command: "node", args: ["server.js", "-r", "x"] },
        shapes: [{ kind: "closed", users: 4 }],
        extent: { requests: 50 },
        repeat: 1,
      },
    ]);
  });

  it("says that -r and -c after -- are the server's, unless it has its own", async () => {
    const { code, asked, err } = await call(["benchmark", "--", "node", "server.js", "-r", "200", "-c", "4"]);
    expect(code).toBe(0);
    expect(asked).toMatchObject([{ target: { args: ["server.js", "-r", "200", "-c", "4"] } }]);
    expect(err).toBe(
      "mcp-compliance: -r 200 -c 4 stands after --, so the server gets it. For the benchmark it has to stand before.\n",
    );
    for (const args of [
      ["-r", "9", "-c", "2", "--", "node", "server.js", "-r", "200", "-c", "4"],
      ["--", "node", "server.js", "-c", "config.json"],
      ["--", "node", "-r", "200", "server.js"],
    ]) {
      expect((await call(["benchmark", ...args])).err, args.join(" ")).toBe("");
    }
  });

  it("takes them after the command as well, as its seed has it", async () => {
    const { asked } = await call([
      "benchmark",
      "node",
      "server.js",
      "-r",
      "200",
      "-c",
      "4",
      "--startup-timeout",
      "9000",
    ]);
    expect(asked).toMatchObject([
      { target: { args: ["server.js"] }, extent: { requests: 200 }, shapes: [{ users: 4 }], startupTimeoutMs: 9000 },
    ]);
  });

  it("asks once at a time, 200 times, unless it is told otherwise", async () => {
    const { asked } = await call(["benchmark", HERE]);
    expect(asked).toMatchObject([{ shapes: [{ users: 1 }], extent: { requests: 200 }, target: { kind: "http" } }]);
  });
});
