import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, describe, expect, it } from "vitest";
import { TOLERANCE } from "../../src/load/gates.ts";
import { type LoadOptions, runLoad } from "../../src/loading.ts";
import type { HttpHandler, HttpRequest } from "../../src/model/serving.ts";
import type { Target } from "../../src/model/target.ts";
import { createReference, referenceOptions } from "../../src/reference/server.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { listenHttp } from "../../src/runtime/serve-http.ts";
import { serverWorld } from "../../src/runtime/serve-world.ts";

const ROOT = join(import.meta.dirname, "../..");
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The reference server behind `before`, which may answer in its stead. */
async function serve(before?: (request: HttpRequest, serve: HttpHandler) => ReturnType<HttpHandler>) {
  const reference = createReference(referenceOptions("dual", "0.1.0"), serverWorld());
  const seen: HttpRequest[] = [];
  const listening = await listenHttp((request) => {
    seen.push(request);
    return before === undefined ? reference.http(request) : before(request, reference.http);
  });
  closing.push(
    () => listening.close(),
    () => reference.close(),
  );
  return { url: listening.url, seen, http: { kind: "http", url: listening.url, headers: [] } as const };
}

async function load(target: Target, options: Partial<LoadOptions> = {}) {
  const runtime = nodeRuntime();
  const script = join(ROOT, "src/main.ts");
  const self = () => ({ command: process.execPath, args: ["--import", "tsx", script] });
  return await runLoad(
    {
      kind: "load",
      target,
      specVersion: "auto",
      wanted: { method: undefined, params: undefined, tool: undefined },
      timeoutMs: 10_000,
      startupTimeoutMs: 30_000,
      shapes: [{ kind: "closed", users: 3 }],
      extent: { requests: 30 },
      repeat: 1,
      warmupMs: 0,
      connections: 20,
      calibrate: false,
      demands: { tolerance: TOLERANCE },
      signal: new AbortController().signal,
      ...options,
    },
    { ...runtime, self },
  );
}

const methodOf = (request: HttpRequest): unknown => (request.body === "" ? "" : JSON.parse(request.body).method);
const header = (request: HttpRequest, name: string) => request.headers.find(([one]) => one.toLowerCase() === name)?.[1];

describe("runLoad()", () => {
  it("opens a session for each user on 2025-11-25, and ends them", async () => {
    const { http, seen } = await serve();
    const report = await load(http, { specVersion: "2025-11-25" });
    expect(report).toMatchObject({
      specVersion: "2025-11-25",
      method: "prompts/list",
      serverName: "mcp-compliance-reference",
    });
    expect(report.steps).toMatchObject([{ requests: 30, succeeded: 30, errors: [] }]);
    const opened = seen.filter((one) => methodOf(one) === "initialize").length;
    expect(opened).toBe(3);
    const used = new Set(
      seen.filter((one) => methodOf(one) === "prompts/list").map((one) => header(one, "mcp-session-id")),
    );
    expect(used.size).toBe(3);
    expect(
      seen
        .filter((one) => one.method === "DELETE")
        .map((one) => header(one, "mcp-session-id"))
        .sort(),
    ).toEqual([...used].sort());
    expect(
      seen
        .filter((one) => methodOf(one) === "prompts/list")
        .every((one) => header(one, "mcp-protocol-version") === "2025-11-25"),
    ).toBe(true);
  });

  it("opens no more sessions than there are requests at a rate", async () => {
    const { http, seen } = await serve();
    const shapes = [{ kind: "open", perSecond: 40 }] as const;
    const report = await load(http, {
      specVersion: "2025-11-25",
      shapes,
      extent: { durationMs: 100 },
      connections: 50,
    });
    expect(report.steps).toMatchObject([{ requests: 4, succeeded: 4 }]);
    expect(seen.filter((one) => methodOf(one) === "initialize")).toHaveLength(4);
  });

  it("finds 2026-07-28 by itself, and sends _meta and headers with every request", async () => {
    const { http, seen } = await serve();
    const report = await load(http);
    expect(report).toMatchObject({ specVersion: "2026-07-28", steps: [{ requests: 30, succeeded: 30 }] });
    const loaded = seen.filter((one) => methodOf(one) === report.method);
    expect(loaded.length).toBeGreaterThanOrEqual(30);
    expect(loaded.every((one) => header(one, "mcp-method") === report.method)).toBe(true);
    expect(seen.some((one) => methodOf(one) === "initialize")).toBe(false);
    expect(JSON.parse(loaded.at(-1)?.body ?? "{}").params._meta["io.modelcontextprotocol/protocolVersion"]).toBe(
      "2026-07-28",
    );
    const schema = JSON.parse(readFileSync(join(ROOT, "schemas/load.v1.json"), "utf8"));
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    expect(validate(report) ? [] : validate.errors).toEqual([]);
    expect(report.requestBytes).toBeGreaterThan(200);
    expect(report.answerBytes).toBeGreaterThan(200);
  });

  it("calls a tool in both eras, and names those that there are where it has no such", async () => {
    const { http, seen } = await serve();
    for (const specVersion of ["2025-11-25", "2026-07-28"] as const) {
      const wanted = { method: "tools/call", params: { text: "x" }, tool: "echo" };
      const report = await load(http, { specVersion, wanted });
      expect(report).toMatchObject({ method: "tools/call echo", steps: [{ requests: 30, succeeded: 30 }] });
    }
    const calls = seen.filter((one) => methodOf(one) === "tools/call");
    expect(JSON.parse(calls.at(-1)?.body ?? "{}").params).toMatchObject({ name: "echo", arguments: { text: "x" } });
    expect(header(calls.at(-1) as HttpRequest, "mcp-name")).toBe("echo");
    const wanted = { method: "tools/call", params: {}, tool: "ecko" };
    await expect(load(http, { wanted })).rejects.toMatchObject({ code: 2, message: expect.stringContaining("echo") });
  });

  it("works over stdio, with several requests under way on one child", async () => {
    const file = join(ROOT, "node_modules/@modelcontextprotocol/server-memory/dist/index.js");
    const target: Target = { kind: "stdio", command: process.execPath, args: [file], env: {} };
    const report = await load(target, { kind: "benchmark" });
    expect(report).toMatchObject({ transport: "stdio", specVersion: "2025-11-25", method: "tools/list" });
    expect(report.steps).toMatchObject([{ requests: 30, succeeded: 30, errors: [] }]);
  });

  it.each(["2025-11-25", "2026-07-28"] as const)("works over stdio by %s", async (specVersion) => {
    const file = join(ROOT, "tests/servers/sdk2.mjs");
    const target: Target = { kind: "stdio", command: process.execPath, args: [file, "stdio"], env: {} };
    const wanted = { method: "tools/call", params: { text: "x" }, tool: "echo" };
    const report = await load(target, { kind: "benchmark", specVersion, wanted });
    expect(report).toMatchObject({ transport: "stdio", specVersion, serverName: "sdk2-fixture" });
    expect(report.steps).toMatchObject([{ requests: 30, succeeded: 30, errors: [] }]);
  });

  it("tells fast 500s from a fast server", async () => {
    let n = 0;
    const { http } = await serve((request, reference) => {
      n += 1;
      // The greeting and the first try are served.
      if (n <= 8) return reference(request);
      return { kind: "answer", status: 500, headers: [], body: { kind: "none" } };
    });
    const report = await load(http, {
      demands: { tolerance: TOLERANCE, maxP95: 1e6, minPerSecond: 0, maxErrors: 0.1 },
    });
    const [step] = report.steps;
    expect(step).toMatchObject({ verdict: "error_onset", perSecond: { median: expect.any(Number) } });
    expect(step?.errors).toMatchObject([{ kind: "http_500" }]);
    expect(report.gates.find((gate) => gate.gate.startsWith("--max-errors"))?.passed).toBe(false);
  });

  it("shows a stall in p99 at a rate", async () => {
    let stalledUntil = 0;
    let stalls = 0;
    let asked = 0;
    const { http } = await serve(async (request, reference) => {
      const at = performance.now();
      // Once, in the middle of the load: 300 ms without an answer to anybody.
      if (methodOf(request) === "tools/list") asked += 1;
      if (asked === 20 && stalls === 0) {
        stalls = 1;
        stalledUntil = at + 300;
      }
      const wait = stalledUntil - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      return await reference(request);
    });
    const report = await load(http, {
      wanted: { method: "tools/list", params: {}, tool: undefined },
      shapes: [{ kind: "open", perSecond: 100 }],
      extent: { requests: 100 },
    });
    const [step] = report.steps;
    expect(stalls).toBe(1);
    expect(step).toMatchObject({ requests: 100, succeeded: 100 });
    // Some thirty requests were due in the stall: the hundredth worst waited for nearly all of it.
    expect(step?.latency?.p99).toBeGreaterThan(200);
  });

  it("calibrates against a server in another process", async () => {
    const { http } = await serve();
    const report = await load(http, { calibrate: true, extent: { durationMs: 200 } });
    expect(report.warnings).toEqual([]);
    expect(report.steps[0]?.ceiling).toBeGreaterThan(0);
  });

  it("says that it is calibrated without TLS, where there is TLS", async () => {
    const pem = (name: string) => readFileSync(join(ROOT, `tests/wire/tls/${name}.pem`), "utf8");
    const server = createHttps({ key: pem("key"), cert: pem("cert") }, (request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      request.on("end", () => {
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(text).id, result: { resultType: "complete" } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `https://localhost:${(server.address() as AddressInfo).port}/mcp`;
    const target = { kind: "http", url, headers: [], ca: pem("cert") } as const;
    const report = await load(target, { specVersion: "2026-07-28", calibrate: true });
    expect(report.steps).toMatchObject([{ requests: 30, succeeded: 30, errors: [] }]);
    expect(report.warnings).toEqual([expect.stringContaining("without TLS")]);
    await expect(load({ kind: "http", url, headers: [] }, { specVersion: "2026-07-28" })).rejects.toMatchObject({
      code: 3,
    });
  });

  it("gives what was measured when it is cancelled", async () => {
    const { http } = await serve();
    const controller = new AbortController();
    const report = await load(http, {
      extent: { durationMs: 60_000 },
      signal: controller.signal,
      onProgress: ({ requests }) => {
        if (requests > 0) controller.abort();
      },
    });
    expect(report.cancelled).toBe(true);
    expect(report.steps[0]?.succeeded).toBeGreaterThan(0);
  });

  it("ends its sessions when it is cancelled too", async () => {
    const { http, seen } = await serve();
    const controller = new AbortController();
    const report = await load(http, {
      specVersion: "2025-11-25",
      extent: { durationMs: 60_000 },
      signal: controller.signal,
      onProgress: ({ requests }) => {
        if (requests > 0) controller.abort();
      },
    });
    expect(report.cancelled).toBe(true);
    const opened = seen.filter((one) => methodOf(one) === "initialize").length;
    const ended = seen.filter((one) => one.method === "DELETE").map((one) => header(one, "mcp-session-id"));
    expect(new Set(ended).size).toBe(opened);
  });

  it("says what to do where a server has no more sessions", async () => {
    let opened = 0;
    const { http, seen } = await serve((request, reference) => {
      if (methodOf(request) !== "initialize") return reference(request);
      opened += 1;
      if (opened <= 2) return reference(request);
      return { kind: "answer", status: 503, headers: [], body: { kind: "none" } };
    });
    const failing = load(http, { specVersion: "2025-11-25", shapes: [{ kind: "closed", users: 5 }] });
    await expect(failing).rejects.toMatchObject({ code: 3, message: expect.stringMatching(/of 5 .*--ramp/) });
    expect(seen.filter((one) => one.method === "DELETE")).toHaveLength(2);
  });

  it("follows no redirect, names a locked door, and says that nobody answers", async () => {
    const moved = await serve(() => ({
      kind: "answer",
      status: 308,
      headers: [["Location", "/elsewhere"]],
      body: { kind: "none" },
    }));
    await expect(load(moved.http)).rejects.toMatchObject({ code: 2, message: expect.stringContaining("/elsewhere") });
    const locked = await serve(() => ({ kind: "answer", status: 401, headers: [], body: { kind: "none" } }));
    await expect(load(locked.http)).rejects.toMatchObject({ code: 3, message: expect.stringContaining("--auth") });
    const dead = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => dead.once("listening", resolve));
    const url = `http://127.0.0.1:${(dead.address() as AddressInfo).port}/mcp`;
    await new Promise((resolve) => dead.close(resolve));
    await expect(load({ kind: "http", url, headers: [] })).rejects.toMatchObject({ code: 3 });
  });

  it("tells which command ended, and its last words", async () => {
    const target = {
      kind: "stdio",
      command: process.execPath,
      args: ["-e", "throw new Error('no port')"],
      env: {},
    } as const;
    const ended = load(target);
    await expect(ended).rejects.toThrow(/-e throw new Error\('no port'\) never answered: .*exit code 1/);
    await expect(ended).rejects.toThrow(/last words on stderr: Error: no port/);
  });

  it("says that the command ended of the question for its revision, and measures a fresh one", async () => {
    const script = `
      const answers = { initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} },
        serverInfo: { name: "old", version: "1" } }, "tools/list": { tools: [] } };
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, method } = JSON.parse(line);
        if (id === undefined) return;
        if (answers[method] === undefined) throw new Error("no such method: " + method);
        console.log(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method] }));
      });`;
    const target = { kind: "stdio", command: process.execPath, args: ["-e", script], env: {} } as const;
    const report = await load(target, { kind: "benchmark" });
    expect(report).toMatchObject({ specVersion: "2025-11-25", steps: [{ succeeded: 30, errors: [] }] });
    expect(report.warnings).toHaveLength(1);
    expect(report.warnings[0]).toContain("ended on the server/discover probe (exit code 1); a fresh one was started");
    expect(report.warnings[0]).toContain("no such method: server/discover");
    expect((await load(target, { specVersion: "2025-11-25" })).warnings).toEqual([]);
  });

  it("compares nothing with a baseline of another request", async () => {
    const { http } = await serve();
    const before = await load(http);
    const demands = { tolerance: TOLERANCE, baseline: { file: "before.json", report: before } };
    const wanted = { method: "tools/list", params: {}, tool: undefined };
    await expect(load(http, { demands, wanted })).rejects.toMatchObject({
      code: 2,
      message: expect.stringContaining("before.json"),
    });
    const overStdio = { file: "before.json", report: { ...before, transport: "stdio" as const } };
    await expect(load(http, { demands: { tolerance: TOLERANCE, baseline: overStdio } })).rejects.toMatchObject({
      code: 2,
      message: expect.stringContaining("stdio"),
    });
  });
});
