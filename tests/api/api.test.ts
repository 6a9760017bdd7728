import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ComplianceOptions,
  gather,
  getTestDefinitions,
  judge,
  report,
  runComplianceSuite,
  SUPPORTED_SPEC_VERSIONS,
  specBaseFor,
  TEST_DEFINITIONS,
  type TestResult,
  TOOL_VERSION,
} from "../../mod.ts";
import { type Listening, listenHttp } from "../../src/runtime/serve-http.ts";
import { runInMemory } from "../support/matrix.ts";
import { httpText, methodOf, mutant, wrapHttp } from "../support/mutate.ts";
import { reference } from "../support/reference.ts";
import { stdioTarget } from "../support/stdio-target.ts";
import { comesTrue, isAlive } from "../wire/bench.ts";
import { hanging } from "./hanging.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

let listening: Listening;
beforeEach(async () => {
  const server = reference("2026-07-28");
  listening = await listenHttp(server.http);
  ends.push(async () => {
    server.close();
    await listening.close();
  });
});

describe("runComplianceSuite", () => {
  it("grades a server by its URL", async () => {
    const result = await runComplianceSuite(listening.url, { only: ["errors"] });
    expect(result).toMatchObject({ specVersion: "2026-07-28", grade: "A", overall: "pass", url: listening.url });
    expect(result.toolVersion).toBe(TOOL_VERSION);
    expect(new Set(result.tests.map((one) => one.category))).toEqual(new Set(["errors"]));
  });

  it("grades a command", { timeout: 60_000 }, async () => {
    const { command, args } = stdioTarget("2025-11-25");
    const result = await runComplianceSuite({ type: "stdio", command, args }, { only: ["tools-list"] });
    expect(result).toMatchObject({ specVersion: "2025-11-25", grade: "A", summary: { total: 1, passed: 1 } });
  });

  it("sends the headers of the target and of the options, the latter over the former", async () => {
    const server = reference("2026-07-28", {
      auth: { tokens: ["s3cr3t-t0ken-0123"], scope: "all", authorizationServers: ["https://as.example"] },
    });
    const guarded = await listenHttp(server.http);
    ends.push(() => guarded.close());
    const target = { type: "http", url: guarded.url, headers: { authorization: "Bearer wrong-0123456" } } as const;
    const headers = { Authorization: "Bearer s3cr3t-t0ken-0123" };
    const { report: result, recording } = await gather(target, { headers, only: ["tools-list"] });
    expect(result.grade).toBe("A");
    expect(JSON.stringify([result, recording])).not.toContain("s3cr3t-t0ken");
    expect((await runComplianceSuite(target, { only: ["tools-list"] })).grade).toBe("F");
  });

  it("has a report for a server that is not there", async () => {
    const result = await runComplianceSuite("http://127.0.0.1:9/mcp", { only: ["lifecycle"], timeout: 1000 });
    expect(result).toMatchObject({ grade: "F", specVersion: "2025-11-25" });
  });
});

describe("callbacks", () => {
  it("tell of each check once, in the published shape, and in short after it", async () => {
    const told: TestResult[] = [];
    const events: string[] = [];
    const result = await runComplianceSuite(listening.url, {
      onTestComplete(one) {
        told.push(one);
        events.push(`test ${one.id}`);
      },
      onProgress: (id, passed, details) => void events.push(`progress ${id} ${passed} ${details}`),
    });
    events.push("resolved");
    const byId = (all: readonly TestResult[]) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
    const timeless = (all: readonly TestResult[]) => byId(all).map((one) => ({ ...one, durationMs: 0 }));
    expect(timeless(told)).toEqual(timeless(result.tests));
    expect(events).toEqual([
      ...told.flatMap((one) => [`test ${one.id}`, `progress ${one.id} ${one.passed} ${one.details}`]),
      "resolved",
    ]);
    const skipped = told.filter((one) => one.skipped === true);
    expect(skipped.length).toBeGreaterThan(0);
    expect(skipped.every((one) => one.passed)).toBe(true);
  });

  it("say what is waited for before the first check", async () => {
    const events: string[] = [];
    let first = true;
    const server = reference("2026-07-28");
    // The first question gets no answer in its time: a cold start.
    const slow = await listenHttp((request) => {
      if (!first) return server.http(request);
      first = false;
      return { kind: "silence" };
    });
    ends.push(() => slow.close());
    const result = await runComplianceSuite(slow.url, {
      preflightTimeout: 50,
      only: ["tools-list"],
      onStatus: (message) => void events.push(message),
      onTestComplete: ({ id }) => void events.push(id),
    });
    expect(result.specVersion).toBe("2026-07-28");
    expect(events).toEqual([expect.stringContaining("asking once more"), "tools-list"]);
  });

  it("are told of what is measured again when it has been", async () => {
    const gated = mutant({ name: "a gateway in the way of the first lists", revisions: ["2025-11-25"] }, () => {
      let left = 3;
      return wrapHttp((request, next) => {
        if (methodOf(request) !== "tools/list" || left === 0) return next(request);
        left -= 1;
        return httpText(503, "busy");
      });
    });
    const told = new Map<string, string>();
    const ran = await runInMemory(gated.server("2025-11-25"), "2025-11-25", "http", {
      retries: 3,
      onTestComplete({ id, outcome }) {
        expect(told.has(id)).toBe(false);
        told.set(id, outcome);
      },
    });
    expect(told.get("tools-list")).toBe("pass");
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(ran.report.tests.map((one) => [one.id, one.outcome])));
  });

  it("that throw end the run with what they threw", async () => {
    const oops = new Error("the caller's own");
    const onTestComplete = () => {
      throw oops;
    };
    await expect(runComplianceSuite(listening.url, { onTestComplete })).rejects.toBe(oops);
    await expect(runComplianceSuite(listening.url, { onTestComplete, concurrency: 8 })).rejects.toBe(oops);
    await expect(runComplianceSuite(listening.url, { onProgress: onTestComplete })).rejects.toBe(oops);
    // A status is told of from a timer, where nobody would catch it.
    const server = await hanging();
    ends.push(() => server.close());
    const waits = { timeout: 120_000, preflightTimeout: 50, onStatus: onTestComplete } as const;
    await expect(runComplianceSuite(server.url, waits)).rejects.toBe(oops);
    const silent = { type: "stdio", command: process.execPath, args: ["-e", "process.stdin.resume()"] } as const;
    await expect(runComplianceSuite(silent, { timeout: 120_000, onStatus: onTestComplete })).rejects.toBe(oops);
  });
});

describe("signal", () => {
  // The server's time is two minutes, a test's half of one: what settles here was stopped.
  const patient = { timeout: 120_000, specVersion: "2026-07-28" } as const;

  it("ends a run that waits, with its reason, and leaves no connection", async () => {
    const server = await hanging();
    ends.push(() => server.close());
    const controller = new AbortController();
    const run = runComplianceSuite(server.url, { ...patient, signal: controller.signal });
    const settled = expect(run).rejects.toThrow("enough");
    await server.asked;
    controller.abort(new Error("enough"));
    await settled;
    await server.left();
  });

  it("ends a child, its own child too, that listens to nobody", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcp-compliance-api-"));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "pids");
    const args = [fileURLToPath(new URL("./silent-child.mjs", import.meta.url)), file];
    const controller = new AbortController();
    const target = { type: "stdio", command: process.execPath, args } as const;
    const run = runComplianceSuite(target, { ...patient, signal: controller.signal });
    const settled = expect(run).rejects.toMatchObject({ name: "AbortError" });
    await comesTrue("the child runs", () => existsSync(file));
    const pids = JSON.parse(readFileSync(file, "utf8")) as readonly number[];
    expect(pids.map(isAlive)).toEqual([true, true]);
    controller.abort();
    await settled;
    for (const pid of pids) await comesTrue(`process ${pid} is gone`, () => !isAlive(pid));
  });

  it("in the middle of the checks grades nobody", async () => {
    const controller = new AbortController();
    const told: string[] = [];
    const run = runComplianceSuite(listening.url, {
      signal: controller.signal,
      onTestComplete({ id }) {
        told.push(id);
        if (told.length === 5) controller.abort();
      },
    });
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    expect(told).toHaveLength(5);
  });

  it("while the revision is asked for tells of no check", async () => {
    const server = await hanging();
    ends.push(() => server.close());
    const controller = new AbortController();
    const told: string[] = [];
    const run = runComplianceSuite(server.url, {
      timeout: 120_000,
      signal: controller.signal,
      onTestComplete: ({ id }) => void told.push(id),
      onProgress: (id) => void told.push(id),
      onStatus: (message) => void told.push(message),
    });
    const settled = expect(run).rejects.toMatchObject({ name: "AbortError" });
    await server.asked;
    controller.abort();
    await settled;
    expect(told).toEqual([]);
  });

  it("that has fired already starts nothing", async () => {
    const server = await hanging();
    ends.push(() => server.close());
    const run = runComplianceSuite(server.url, { signal: AbortSignal.abort(new Error("before")) });
    await expect(run).rejects.toThrow("before");
    expect(server.taken()).toBe(0);
  });
});

describe("gather, judge, report", () => {
  it("give a recording that is judged again to the same report", async () => {
    const { report: first, recording } = await gather(listening.url, { only: ["tools-list"] });
    const kept = JSON.parse(JSON.stringify(recording)) as typeof recording;
    expect(judge(kept, { only: ["tools-list"] })).toEqual(first);
  });

  it("print every format", async () => {
    const { report: first } = await gather(listening.url, { only: ["tools-list"] });
    expect(JSON.parse(await report(first, "json"))).toMatchObject({ grade: "A", tests: [{ id: "tools-list" }] });
    expect(JSON.parse(await report(first, "sarif"))).toMatchObject({ version: "2.1.0" });
    expect(await report(first, "markdown")).toContain("MCP compliance: grade A");
    expect(await report(first, "html")).toMatch(/^<!doctype html>/i);
    expect(await report(first, "junit")).toMatch(/^<\?xml/);
    expect(await report(first, "github")).toContain("::notice");
    const terminal = await report(first, "terminal", { width: 60, unicode: false });
    expect(terminal).toMatch(/^[\n -~]*$/);
    await expect(report(first, "pdf" as never)).rejects.toThrow("'format' must be one of terminal, json");
  });
});

describe("the catalogues", () => {
  it("are the checks of both revisions", () => {
    expect(SUPPORTED_SPEC_VERSIONS).toEqual(["2025-11-25", "2026-07-28"]);
    expect(SUPPORTED_SPEC_VERSIONS.map((version) => getTestDefinitions(version).length)).toEqual([88, 103]);
    expect(TEST_DEFINITIONS).toEqual(getTestDefinitions("2025-11-25"));
    expect(getTestDefinitions("2026-07-28", "full").length).toBeGreaterThanOrEqual(103);
    expect(TEST_DEFINITIONS.find((one) => one.id === "tools-list")).toEqual({
      id: "tools-list",
      name: "tools/list is answered with an array of tools",
      category: "tools",
      required: false,
      requiredWhen: "tools",
      transports: ["http", "stdio"],
      specRef: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#listing-tools",
      description: expect.stringMatching(/./),
      fix: expect.stringMatching(/./),
    });
    expect(TEST_DEFINITIONS.find((one) => one.id === "lifecycle-init")).toMatchObject({ required: true });
  });

  it("have the same ids, names and order as a report", async () => {
    const result = await runComplianceSuite(listening.url);
    const http = getTestDefinitions("2026-07-28").filter((one) => one.transports.includes("http"));
    const brief = (all: readonly { readonly id: string; readonly name: string; readonly specRef: string }[]) =>
      all.map(({ id, name, specRef }) => ({ id, name, specRef }));
    expect(brief(result.tests)).toEqual(brief(http));
  });

  it("stand below an address for each revision", () => {
    expect(specBaseFor("2026-07-28")).toBe("https://modelcontextprotocol.io/specification/2026-07-28");
    expect(() => specBaseFor("2024-11-05" as never)).toThrow("'version' must be one of 2025-11-25, 2026-07-28");
    expect(() => getTestDefinitions("auto" as never)).toThrow("'version' must be one of");
  });
});

describe("what makes no sense", () => {
  const stdio = (more: object) => ({ type: "stdio", command: "node", ...more });

  it.each([
    ["ftp://x", "'target' must be an http:// or https:// URL"],
    ["node server.js", "'target' must be an http:// or https:// URL"],
    [{ type: "http" }, "'target' must be an http:// or https:// URL"],
    [{ kind: "stdio", command: "node" }, "'target' must be an http:// or https:// URL"],
    ["https://me:hunter2@example.com", "user name or password"],
    [stdio({ command: "" }), "'target.command' must be"],
    [stdio({ args: "server.js" }), "'target.args' must be an array of strings"],
    [{ type: "http", url: "https://example.com", headers: { "a b": "hunter2" } }, "no header's name"],
    [undefined, "'target' must be an http:// or https:// URL"],
    [null, "'target' must be an http:// or https:// URL"],
    [{ type: "http", url: "https://example.com", header: {} }, "There is no member 'header'. Did you mean headers?"],
    [{ type: "http", url: "https://example.com", insecure: "no" }, "'target.insecure' must be true or false"],
    [{ type: "http", url: "https://example.com", ca: "/etc/ca.pem" }, "'target.ca' must be PEM text"],
    [stdio({ arguments: [] }), "There is no member 'arguments'."],
    [stdio({ command: "no\0de" }), "'target.command' must be"],
    [stdio({ args: ["a", "b\0"] }), "'target.args[1]' has a NUL in it"],
    [stdio({ cwd: 5 }), "'target.cwd' must be the path of a folder"],
    [stdio({ env: "A=hunter2" }), "'target.env' must be a plain object"],
    [stdio({ env: { A: undefined } }), "'target.env': \"A\" must be a name"],
    [stdio({ env: { A: 5 } }), "'target.env': \"A\" must be a name"],
    [stdio({ env: { A: "hunter2\0" } }), "'target.env': \"A\" must be a name"],
  ] as const)("as a target is named: %j", async (target, expected) => {
    const run = runComplianceSuite(target as never);
    await expect(run).rejects.toThrow(TypeError);
    await expect(run).rejects.toThrow(expected);
    await expect(run).rejects.not.toThrow("hunter2");
  });

  it.each([
    [{ timeout: "5000" }, "'timeout' must be a whole number from 1"],
    [{ timeout: 0 }, "'timeout' must be a whole number from 1"],
    [{ retries: -1 }, "'retries' must be a whole number from 0 to 100"],
    [{ concurrency: 0 }, "'concurrency' must be a whole number from 1 to 256"],
    [{ only: "tools" }, "'only' must be an array of strings"],
    [{ specVersion: "2024-11-05" }, "'specVersion' must be one of auto, 2025-11-25, 2026-07-28"],
    [{ profile: "all" }, "'profile' must be one of core, full"],
    [{ headers: { a: "hunter2\nb: c" } }, "the value of a must be a text that a header can carry"],
    [{ spec_version: "auto" }, "There is no option 'spec_version'. Did you mean specVersion?"],
    [null, "'options' must be an object"],
    [["tools"], "'options' must be an object"],
    [{ only: new Array(1) }, "'only' must be an array of strings"],
    [{ onTestComplete: "log" }, "'onTestComplete' must be a function"],
    [{ onProgress: {} }, "'onProgress' must be a function"],
    [{ onStatus: 5 }, "'onStatus' must be a function"],
    [{ signal: new AbortController() }, "'signal' must be an AbortSignal; of an AbortController, that is its signal"],
    [{ headers: "Authorization: hunter2" }, "'headers' must be a plain object of names and texts"],
    [{ headers: null }, "'headers' must be a plain object of names and texts"],
    [{ headers: new Headers({ Authorization: "hunter2" }) }, "Object.fromEntries(headers) makes one"],
    [{ headers: new Map([["Authorization", "hunter2"]]) }, "Object.fromEntries(headers) makes one"],
    [{ retries: Symbol("1") }, "'retries' must be a whole number from 0 to 100; got Symbol(1)"],
    [{ specVersion: Symbol("1") }, "2026-07-28; got Symbol(1)"],
    [{ specVersion: Object.create(null) }, "got an object"],
  ])("as an option is named: %j", async (options, expected) => {
    const run = runComplianceSuite("http://127.0.0.1:9/mcp", options as unknown as ComplianceOptions);
    await expect(run).rejects.toThrow(TypeError);
    await expect(run).rejects.toThrow(expected);
    await expect(run).rejects.not.toThrow("hunter2");
  });

  it("as a recording is named, and nothing is judged", async () => {
    const { report: first, recording } = await gather(listening.url, { only: ["tools-list"] });
    const { warnings: _, ...cut } = recording;
    const given: readonly (readonly [unknown, string])[] = [
      [undefined, "'recording' is no recording"],
      [JSON.stringify(recording), "'recording' is no recording"],
      [first, "'recording' is no recording"],
      [{ ...recording, format: "mcp-compliance-recording/2" }, 'this version reads "mcp-compliance-recording/1"'],
      [{ ...recording, revision: "2024-11-05" }, "known are 2025-11-25, 2026-07-28"],
      [cut, "parts missing"],
      [{ ...recording, target: {} }, "parts missing"],
      [{ ...recording, consent: {} }, "parts missing"],
      [{ ...recording, runs: [null] }, "parts missing"],
      [{ ...recording, runs: recording.runs.map((run) => ({ ...run, outcome: {} })) }, "parts missing"],
      [{ ...recording, runs: recording.runs.map((run) => ({ ...run, exchanges: [null] })) }, "parts missing"],
    ];
    for (const [value, expected] of given) {
      expect(() => judge(value as never)).toThrow(TypeError);
      expect(() => judge(value as never)).toThrow(expected);
    }
    expect(() => judge(recording, { onyl: ["tools"] } as never)).toThrow(
      "There is no option 'onyl'. Did you mean only?",
    );
    expect(judge(recording, { only: ["tools-list"], timeout: 5 } as never)).toEqual(first);
  });

  it("as a report or its looks are named", async () => {
    const { report: first, recording } = await gather(listening.url, { only: ["tools-list"] });
    for (const value of [undefined, {}, recording, { report: first, recording }]) {
      await expect(report(value as never, "terminal")).rejects.toThrow(
        "'of' must be a report as gather and judge give it",
      );
    }
    const published: unknown = JSON.parse(await report(first, "json"));
    await expect(report(published as never, "terminal")).rejects.toThrow("published JSON form");
    for (const [style, expected] of [
      [null, "'style' must be an object"],
      [{ colour: true }, "There is no option 'colour'. Did you mean color?"],
      [{ color: "never" }, "'color' must be true or false"],
      [{ width: 0 }, "'width' must be a whole number from 1 to 10000"],
      [{ width: Number.NaN }, "'width' must be a whole number"],
      [{ width: 1e9 }, "'width' must be a whole number"],
    ] as const) {
      await expect(report(first, "terminal", style as never)).rejects.toThrow(expected);
    }
  });
});
