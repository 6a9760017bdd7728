/** mcp-compliance mcp as a process: our own catalogues, clients that we did not write, and how it ends. */
import { execFile, spawn } from "node:child_process";
import { createServer } from "node:net";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { REVISIONS } from "../../src/model/revision.ts";
import type { JsonReport } from "../../src/report/json.ts";
import { listenHttp } from "../../src/runtime/serve-http.ts";
import { reference } from "../support/reference.ts";
import { type Built, buildTool } from "../support/tool.ts";
import { comesTrue, isAlive } from "../wire/bench.ts";

let tool: Built;
beforeAll(async () => {
  tool = await buildTool();
});
afterAll(() => tool.remove());

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(): Promise<string> {
  const server = reference("dual");
  const listening = await listenHttp(server.http);
  ends.push(async () => {
    server.close();
    await listening.close();
  });
  return listening.url;
}

/** A server that takes every connection and answers nothing. */
async function hanging() {
  const open = new Set<object>();
  let heard = () => {};
  const asked = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("data", () => heard());
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as { readonly port: number };
  return { url: `http://127.0.0.1:${port}/mcp`, asked, open };
}

describe("our own catalogues", () => {
  it.each(REVISIONS)("%s: an A, and nothing failed or unseen", { timeout: 60_000 }, async (revision) => {
    const own = [...tool.args, "test", "--format", "json", "--strict", "--spec-version", revision];
    const args = [...own, "--profile", "full", "--", tool.command, ...tool.args, "mcp"];
    const stdout = await new Promise<string>((resolve, reject) => {
      execFile(tool.command, args, { maxBuffer: 1 << 26 }, (error, text) =>
        error === null ? resolve(text) : reject(error),
      );
    });
    const report = JSON.parse(stdout) as JsonReport;
    expect(report).toMatchObject({ specVersion: revision, grade: "A", score: 100, overall: "pass", toolCount: 2 });
    expect(report.tests.filter((one) => !one.passed)).toEqual([]);
    expect(report.serverInfo.name).toBe("mcp-compliance");
  });
});

/** What both generations of the SDK's client have in common. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
}

async function everyday(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map((one) => one.name).sort()).toEqual(["mcp_compliance_explain", "mcp_compliance_test"]);
  // These clients check structuredContent against the outputSchema that the list gave.
  expect(await client.callTool({ name: "mcp_compliance_explain", arguments: { testId: "tools-list" } })).toMatchObject({
    structuredContent: { id: "tools-list" },
  });
  expect(await client.callTool({ name: "mcp_compliance_explain", arguments: { testId: "tool-list" } })).toMatchObject({
    isError: true,
  });
  expect(await client.callTool({ name: "mcp_compliance_test", arguments: { url: "ftp://x" } })).toMatchObject({
    isError: true,
  });
}

describe("the SDK's client of the first generation", () => {
  async function connect() {
    const client = new Client({ name: "sdk-1", version: "0.0.0" });
    const transport = new StdioClientTransport({ command: tool.command, args: [...tool.args, "mcp"] });
    ends.push(() => client.close());
    await client.connect(transport);
    return { client, transport };
  }

  it("tests a server, with progress", async () => {
    const { client } = await connect();
    await everyday(client as AnyClient);
    const told: string[] = [];
    const args = { url: await serve(), only: ["tools"] };
    const answer = await client.callTool({ name: "mcp_compliance_test", arguments: args }, undefined, {
      onprogress: ({ message }) => void told.push(String(message)),
    });
    expect(answer.structuredContent).toMatchObject({ grade: "A", specVersion: "2026-07-28" });
    expect(told).toContain("PASS tools-list");
  });

  it("cancels a run that waits, and nothing stays", async () => {
    const { client, transport } = await connect();
    const { pid } = transport;
    const server = await hanging();
    const controller = new AbortController();
    const args = { url: server.url, timeout: 120_000 };
    const call = client.callTool({ name: "mcp_compliance_test", arguments: args }, undefined, {
      signal: controller.signal,
    });
    const settled = expect(call).rejects.toThrow();
    await server.asked;
    controller.abort();
    await settled;
    await comesTrue("the connections are gone", () => server.open.size === 0);
    await everyday(client as AnyClient);
    await client.close();
    await comesTrue("the process is gone", () => !isAlive(pid ?? 0));
  });
});

describe("the SDK's client of the second generation", () => {
  it.each([
    ["pinned", { pin: "2026-07-28" }, "2026-07-28"],
    ["by itself", "auto", "2026-07-28"],
    ["as before", "legacy", "2025-11-25"],
  ] as const)("tests a server, with progress (%s)", async (_name, mode, version) => {
    const client = new ModernClient({ name: "sdk-2", version: "0.0.0" }, { versionNegotiation: { mode } });
    ends.push(() => client.close());
    await client.connect(new ModernStdio({ command: tool.command, args: [...tool.args, "mcp"] }));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    await everyday(client as AnyClient);
    const told: string[] = [];
    const args = { url: await serve(), only: ["tools"], specVersion: "2025-11-25" };
    const answer = await client.callTool(
      { name: "mcp_compliance_test", arguments: args },
      { onprogress: ({ message }) => void told.push(String(message)) },
    );
    expect(answer.structuredContent).toMatchObject({ grade: "A", specVersion: "2025-11-25" });
    expect(told).toContain("PASS tools-list");
  });
});

describe("the process", () => {
  function start() {
    const child = spawn(tool.command, [...tool.args, "mcp"], { stdio: ["pipe", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const ended = new Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>(
      (resolve) => child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr })),
    );
    return { child, ended };
  }

  const META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const testing = (url: string) =>
    `${JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "mcp_compliance_test", arguments: { url, timeout: 120_000 }, _meta: META },
    })}\n`;

  it.each(["the end of its input", "SIGTERM", "SIGINT"] as const)(
    "ends in the middle of a run with %s",
    async (how) => {
      const { child, ended } = start();
      const server = await hanging();
      child.stdin.write(testing(server.url));
      await server.asked;
      if (how === "the end of its input") child.stdin.end();
      else child.kill(how);
      expect(await ended).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
    },
  );

  it("answers what is no message, and says nothing but the protocol", async () => {
    const { child, ended } = start();
    child.stdin.end('\n\nno json\n[]\n{"jsonrpc":"2.0","method":"notifications/unheard-of"}\n"text"\n');
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const messages = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(messages.map((one) => one.error.code)).toEqual([-32700, -32600, -32600]);
  });

  it("takes no arguments", async () => {
    const child = spawn(tool.command, [...tool.args, "mcp", "https://example.com"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(2);
    expect(stderr).toContain("https://example.com");
  });
});
