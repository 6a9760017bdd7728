/** serve as a command: what it prints, refuses, serves beside the endpoint, and how it ends. */
import { spawn } from "node:child_process";
import { request as httpRequest } from "node:http";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { auditTarget } from "../../src/auditing.ts";
import { runCli } from "../../src/cli/cli.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { call, type FakeWorld, fakeSuite, fakeWorld } from "./fakes.ts";

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Running {
  readonly world: FakeWorld;
  readonly url: string;
  /** As Ctrl+C does. Resolves with the exit code. */
  stop(): Promise<number>;
}

async function running(...args: string[]): Promise<Running> {
  const world = fakeWorld({ args: ["serve", "--port", "0", ...args] });
  const suite = {
    ...fakeSuite({}, world),
    auditTarget: (options: Parameters<typeof auditTarget>[0]) => auditTarget(options, nodeRuntime()),
  };
  const done = runCli(world, async () => suite);
  const url = await new Promise<string>((resolve, reject) => {
    void done.then((code) => reject(new Error(`ended with ${code}: ${world.err()}`)));
    const look = () => {
      const found = /http:\/\/\S+\/mcp/.exec(world.out())?.[0];
      if (found === undefined) setTimeout(look, 5);
      else resolve(found);
    };
    look();
  });
  const stop = async () => {
    world.interrupt("SIGTERM");
    return await done;
  };
  stops.push(stop);
  return { world, url, stop };
}

const MODERN = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  "MCP-Protocol-Version": "2026-07-28",
};
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "evil\u001b[31m<b>", version: "1" },
};

async function post(url: string, method: string, params: object = {}, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } });
  return await fetch(url, { method: "POST", headers: { ...MODERN, "Mcp-Method": method, ...headers }, body });
}

/** A request whose Host is what it says, which fetch would not send. */
function withHost(url: string, host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(new URL(path, url), { headers: { Host: host } }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    sent.on("error", reject).end();
  });
}

describe("serve over HTTP", () => {
  it("serves, judges, reports, and ends when it is told to", async () => {
    const { world, url, stop } = await running(
      "--log",
      "--report",
      "json=clients.json",
      "--report",
      "markdown=clients.md",
    );
    expect((await post(url, "tools/list")).status).toBe(200);
    expect((await post(url, "tools/list", {}, { "Mcp-Method": "\u00e9" })).status).toBe(400);
    expect(world.out()).toContain("client-mcp-method");
    const report = (await (await fetch(new URL("/client-report", url))).json()) as {
      clients: { name: string; tests: { id: string; outcome: string }[] }[];
    };
    expect(report.clients.map((one) => one.name)).toEqual(["evil\u001b[31m<b>"]);
    expect(report.clients[0]?.tests.filter((one) => one.outcome === "fail").map((one) => one.id)).toEqual([
      "client-mcp-method",
    ]);
    expect((await fetch(new URL("/client-report?format=xml", url))).status).toBe(400);
    expect(await (await fetch(new URL("/client-report?format=text", url))).text()).toContain("1 failed");
    expect(await stop()).toBe(0);
    expect(world.out()).not.toContain("\u001b");
    expect(world.out()).toContain("evil\\x1b[31m<b> 1, 2026-07-28");
    expect(JSON.parse(world.files.get("clients.json") ?? "")).toMatchObject({
      schemaVersion: "1",
      serves: "dual",
      messages: 2,
    });
    expect(world.files.get("clients.md")).toContain("&lt;b&gt;");
    await expect(fetch(url)).rejects.toThrow();
  });

  it("--strict: exit 1 when a client broke a MUST, 0 when it did not", async () => {
    const broken = await running("--strict");
    await post(broken.url, "tools/list", {}, { Accept: "application/json" });
    expect(await broken.stop()).toBe(1);
    const sound = await running("--strict");
    await post(sound.url, "tools/list");
    expect(await sound.stop()).toBe(0);
  });

  it("audits itself under its own address, whatever Host says, and does not count that as a client", async () => {
    const { url } = await running();
    const [one, other] = await Promise.all([fetch(new URL("/audit/self", url)), fetch(new URL("/audit/self", url))]);
    expect(await one.text()).toMatch(/^\d+ probes, 0 violations, 0 inconclusive -- CONFORMANT\n$/);
    expect(await other.text()).toContain("CONFORMANT");
    expect(await (await fetch(new URL("/client-report", url))).json()).toMatchObject({ messages: 0, clients: [] });
    expect(await withHost(url, "elsewhere.example", "/audit/self")).toBe(403);
    expect(await withHost(url, "localhost:1", "/audit/self")).toBe(200);
  });

  it("answers as late as --latency says, and lets what it has begun end when it is told to", async () => {
    const { url, stop } = await running("--latency", "1000");
    let answered = false;
    const answer = post(url, "tools/list").then((response) => {
      answered = true;
      return response;
    });
    // What was heard is told of at once, though its answer has to wait.
    const heard = async () => {
      const report = await (await fetch(new URL("/client-report", url))).json();
      return (report as { messages: number }).messages;
    };
    while ((await heard()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(answered).toBe(false);
    const stopped = stop();
    const response = await answer;
    expect([response.status, (await response.json()) as object]).toMatchObject([200, { result: {} }]);
    expect(await stopped).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it("compares origins whole, and lets pages of those it knows read the answers", async () => {
    const { url } = await running("--allow-origin", "https://app.example:8443");
    const status = async (origin: string) => (await post(url, "tools/list", {}, { Origin: origin })).status;
    expect(await status("https://app.example:8443")).toBe(200);
    for (const wrong of [
      "https://app.example",
      "http://app.example:8443",
      "https://app.example:8443.evil.example",
      "https://evil-app.example:8443",
      "null",
    ]) {
      expect(await status(wrong), wrong).toBe(403);
    }
    const preflight = await fetch(url, {
      method: "OPTIONS",
      headers: {
        Origin: "https://app.example:8443",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "mcp-method",
      },
    });
    expect([
      preflight.status,
      preflight.headers.get("access-control-allow-origin"),
      preflight.headers.get("access-control-allow-headers"),
    ]).toEqual([204, "https://app.example:8443", "mcp-method"]);
    expect((await post(url, "tools/list")).headers.get("access-control-allow-origin")).toBeNull();
  });

  it("is reached by the names that were allowed, with their port where it was given", async () => {
    const { url } = await running(
      "--host",
      "0.0.0.0",
      "--allow-host",
      "build.example",
      "--allow-host",
      "other.example:81",
    );
    const local = url.replace("0.0.0.0", "127.0.0.1");
    expect(await withHost(local, "build.example:9", "/")).toBe(200);
    expect(await withHost(local, "other.example:81", "/")).toBe(200);
    for (const wrong of ["other.example", "other.example:82", "xbuild.example", "build.example.evil.example"]) {
      expect(await withHost(local, wrong, "/"), wrong).toBe(403);
    }
    expect(await (await fetch(new URL("/audit/self", local))).text()).toContain("CONFORMANT");
  });

  it("says that a port is in use", async () => {
    const { url } = await running();
    const { code, err } = await call(["serve", "--port", new URL(url).port]);
    expect(code).toBe(2);
    expect(err).toMatch(/127\.0\.0\.1:\d+ is in use already\..*--port/);
  });

  it.each([
    [
      ["--tools", "2"],
      ["now", "echo"],
    ],
    [
      ["--tools", "sum,now"],
      ["now", "sum"],
    ],
    [["--tools", "none"], []],
    [["--fixtures", "official", "--tools", "test_simple_text"], ["test_simple_text"]],
  ])("%j offers those tools", async (args, names) => {
    const { url } = await running(...args);
    const { result } = (await (await post(url, "tools/list")).json()) as { result: { tools: { name: string }[] } };
    expect(result.tools.map((one) => one.name)).toEqual(names);
  });

  it("offers as many tools as are asked for", async () => {
    const { url } = await running("--tools", "300", "--page-size", "1000");
    const { result } = (await (await post(url, "tools/list")).json()) as { result: { tools: { name: string }[] } };
    expect(new Set(result.tools.map((one) => one.name)).size).toBe(300);
  });
});

describe("what serve does not take", () => {
  it.each([
    [["--host", "0.0.0.0"], /--host 0\.0\.0\.0 is not loopback.*--allow-host/],
    [["--host", "localhost.evil.example"], /is not loopback/],
    [["--allow-host", "a/b"], /--allow-host: "a\/b" is no host/],
    [["--allow-origin", "app.example"], /--allow-origin: "app\.example" is no origin/],
    [["--allow-origin", "https://app.example/path"], /is no origin/],
    [["--port", "65536"], /--port: 65536 is out of range/],
    [["--tools", "ecko"], /there is no tool "ecko"\. Did you mean echo\?/],
    [["--latency", "1s"], /--latency: "1s" is no whole number/],
    [["--report", "json"], /expected format=file/],
    [["--report", "jsn=a"], /--report: "jsn" is not one of json, text, markdown/],
    [["--transport", "stdio", "--port", "1"], /--port is for --transport http/],
    [["--spec-version", "2025-06-18"], /is not one of dual, 2025-11-25, 2026-07-28/],
    [["extra"], /Unexpected argument/],
  ])("%j", async (args, message) => {
    const { code, err } = await call(["serve", ...args]);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe("serve over stdio", () => {
  const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

  async function child(args: readonly string[], drive: (child: ReturnType<typeof spawn>) => void) {
    const started = spawn(process.execPath, ["--import", "tsx", MAIN, "serve", "--transport", "stdio", ...args]);
    let out = "";
    let err = "";
    started.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
      // Both messages are answered.
      if (out.split("\n").length === 3) drive(started);
    });
    started.stderr.on("data", (chunk: Buffer) => {
      err += chunk.toString("utf8");
    });
    started.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: "a", method: "tools/list", params: { _meta: META } })}\nnoise\n`,
    );
    const code = await new Promise((resolve) => {
      started.on("close", resolve);
    });
    return { code, out, err };
  }

  it("ends with stdin; the log and the report go to stderr", async () => {
    const { code, out, err } = await child(["--log", "--strict"], (one) => one.stdin?.end());
    expect(code).toBe(1);
    for (const line of out.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    expect(err).toContain("client-stdin A line on stdin is no JSON");
    expect(err).toContain("evil\\x1b[31m<b> 1, 2026-07-28");
  });

  it("ends when it is told to", async () => {
    const { code } = await child([], (one) => void one.kill("SIGTERM"));
    expect(code).toBe(0);
  });
});
