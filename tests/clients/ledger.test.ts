/** What is kept of a client's words: no secrets, no more than fits, each under the right name. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { HttpHandler } from "../../src/model/serving.ts";
import { clientsOf } from "../../src/witness/clients.ts";
import { createLedger } from "../../src/witness/ledger.ts";
import { clientReport, printClientReport } from "../../src/witness/report.ts";
import { tapHttp } from "../../src/witness/tap-http.ts";
import { tapStdio } from "../../src/witness/tap-stdio.ts";
import { judgeClient } from "../../src/witness/verdicts.ts";
import { reference } from "../support/reference.ts";

const META = "io.modelcontextprotocol/";
const ABOUT = { toolVersion: "0.0.0-test", timestamp: "2026-07-28T00:00:00Z" };

function lab(most?: Parameters<typeof createLedger>[2]) {
  let tick = 0;
  const ledger = createLedger(
    "http",
    () => {
      tick += 1;
      return tick;
    },
    most,
  );
  const handler: HttpHandler = tapHttp(
    reference("dual").http,
    ledger,
    () => {},
    (request) => `http://server${request.path}`,
  );
  const send = (body: object, more: Record<string, string> = {}, socket = 1, path = "/mcp", method = "POST") =>
    handler({
      method,
      path,
      headers: Object.entries({
        Host: "127.0.0.1",
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...more,
      }),
      body: method === "POST" ? JSON.stringify(body) : "",
      socket,
    });
  const clients = () => clientsOf(ledger, "dual", ABOUT);
  const wait = (ms: number) => {
    tick += ms;
  };
  return { ledger, send, clients, wait };
}

function modern(name: string, id: number, method = "tools/list") {
  const _meta = {
    [`${META}protocolVersion`]: "2026-07-28",
    [`${META}clientCapabilities`]: {},
    [`${META}clientInfo`]: { name, version: "1" },
  };
  return { jsonrpc: "2.0", id, method, params: { _meta } };
}

function initialize(name: string, id = 0) {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name, version: "1" } };
  return { jsonrpc: "2.0", id, method: "initialize", params };
}

const HEADERS = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list" };

describe("the ledger", () => {
  it("keeps no credentials", async () => {
    const { send, clients } = lab();
    await send(
      modern("one", 1),
      { ...HEADERS, Authorization: "Bearer s3cret", Cookie: "sid=s3cret", Accept: "x/y" },
      1,
      "/mcp?access_token=s3cret",
    );
    const report = clientReport({ ...ABOUT, transport: "http", serves: "dual", messages: 1, unjudged: 0 }, clients());
    for (const format of ["json", "text", "markdown"] as const)
      expect(printClientReport(report, format)).not.toContain("s3cret");
    expect(printClientReport(report, "json")).toContain("(removed)");
  });

  it("stops keeping at its limit, and says how much it did not keep", async () => {
    const { send, clients, ledger } = lab({ exchanges: 2, characters: 1_000_000 });
    for (const id of [1, 2, 3, 4]) await send(modern("one", id), HEADERS);
    expect([ledger.entries.length, ledger.dropped()]).toEqual([2, 2]);
    const report = clientReport(
      { ...ABOUT, transport: "http", serves: "dual", messages: 4, unjudged: ledger.dropped() },
      clients(),
    );
    expect(printClientReport(report, "text")).toContain("2 more messages were served and not judged");
  });

  it("counts headers and address too", async () => {
    const { send, ledger } = lab({ exchanges: 100, characters: 20_000 });
    await send(modern("one", 1), { ...HEADERS, "X-Long": "x".repeat(21_000) });
    await send(modern("one", 2), HEADERS, 1, `/mcp?${"y".repeat(21_000)}`);
    expect([ledger.entries.length, ledger.dropped()]).toEqual([0, 2]);
  });

  it("is closed for good by a line that is too long to be kept, which is refused", async () => {
    const ledger = createLedger("stdio", () => 0);
    const said: string[] = [];
    const heard: string[] = [];
    const input = tapStdio(reference("dual").stdio, ledger, (entry) => heard.push(entry.exchange.label))({
      stdout: (bytes) => said.push(new TextDecoder().decode(bytes)),
      stderr: () => {},
      exit: () => {},
    });
    const bytes = (text: string) => input.chunk(new TextEncoder().encode(text));
    for (let i = 0; i < 9; i += 1) bytes("x".repeat(1024 * 1024));
    bytes(`\n${JSON.stringify(modern("one", 1, "server/discover"))}\n`);
    await Promise.resolve();
    expect(JSON.parse(said[0] ?? "{}")).toMatchObject({ error: { code: -32600 } });
    expect(JSON.parse(said[1] ?? "{}")).toMatchObject({ id: 1, result: {} });
    expect([heard, ledger.entries.length, ledger.dropped()]).toEqual([[], 0, 2]);
  });

  it("is closed for good once a large message did not fit", async () => {
    const { send, ledger } = lab({ exchanges: 100, characters: 20_000 });
    await send({ ...modern("one", 1), extra: "x".repeat(30_000) }, HEADERS);
    await send(modern("one", 2), HEADERS);
    expect([ledger.entries.length, ledger.dropped()]).toEqual([0, 2]);
  });
});

describe("the report as JSON", () => {
  it("fits its published schema", async () => {
    const { send, clients } = lab();
    await send(modern("one", 1), { ...HEADERS, Accept: "x/y" });
    await send(modern("one", 1.5), HEADERS);
    await send(initialize("two"));
    await send({ jsonrpc: "2.0", id: 1 }, { "MCP-Protocol-Version": "2025-11-25" }, 2);
    const report = clientReport({ ...ABOUT, transport: "http", serves: "dual", messages: 4, unjudged: 0 }, clients());
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { uri: true, "date-time": true } });
    const schema = JSON.parse(readFileSync(new URL("../../schemas/client-report.v1.json", import.meta.url), "utf8"));
    const fits = ajv.compile(schema);
    const json = JSON.parse(printClientReport(report, "json"));
    expect(fits(json), ajv.errorsText(fits.errors)).toBe(true);
    expect(json.clients).toHaveLength(3);
    expect(fits({ ...json, more: 1 })).toBe(false);
  });
});

describe("a message that nests deeper than is read", () => {
  it("is held against nobody", async () => {
    const { send, clients, ledger } = lab();
    await send(modern("one", 1), HEADERS);
    await send({ ...modern("one", 2), deep: JSON.parse("[".repeat(600) + "]".repeat(600)) as object }, HEADERS);
    const report = clientReport(
      { ...ABOUT, transport: "http", serves: "dual", messages: 2, unjudged: ledger.dropped() },
      clients(),
    );
    expect(printClientReport(report, "text")).toContain("1 more messages were served and not judged");
    expect(report.clients.flatMap((one) => one.report.tests).filter((one) => one.outcome === "fail")).toEqual([]);
  });
});

describe("clients are told apart", () => {
  it("by the name in each stateless request, over one connection too", async () => {
    const { send, clients } = lab();
    await send(modern("one", 1), HEADERS);
    await send(modern("two", 1), HEADERS);
    await send(modern("one", 2), HEADERS, 2);
    expect(clients().map((one) => [one.name, one.recording.runs[0]?.exchanges.length])).toEqual([
      ["one", 2],
      ["two", 1],
    ]);
  });

  it("by the session's id, whatever the connection", async () => {
    const { send, clients } = lab();
    const sessionOf = async (name: string) => {
      const response = await send(initialize(name));
      return response.kind === "answer" ? (response.headers.find(([key]) => key === "Mcp-Session-Id")?.[1] ?? "") : "";
    };
    const one = await sessionOf("one");
    const two = await sessionOf("two");
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    await send(ping, { "Mcp-Session-Id": one, "MCP-Protocol-Version": "2025-11-25" });
    await send(ping, { "Mcp-Session-Id": two, "MCP-Protocol-Version": "2025-11-25" }, 2);
    await send(ping, { "Mcp-Session-Id": one, "MCP-Protocol-Version": "2025-11-25" }, 2);
    expect(clients().map((each) => [each.name, each.negotiated, each.recording.runs[0]?.exchanges.length])).toEqual([
      ["one", "2025-11-25", 3],
      ["two", "2025-11-25", 2],
    ]);
  });

  it("a ping before initialize is no fault of anybody, whoever spoke on its connection", async () => {
    const { send, clients } = lab();
    const ping = { jsonrpc: "2.0", id: "first", method: "ping" };
    await send(ping, {}, 1);
    const opened = await send(initialize("one"), {}, 1);
    const session =
      opened.kind === "answer" ? opened.headers.find(([key]) => key === "Mcp-Session-Id")?.[1] : undefined;
    await send(ping, {}, 1);
    const own = { "Mcp-Session-Id": session ?? "", "MCP-Protocol-Version": "2025-11-25" };
    await send({ jsonrpc: "2.0", method: "notifications/initialized" }, own, 1);
    const report = clientReport({ ...ABOUT, transport: "http", serves: "dual", messages: 4, unjudged: 0 }, clients());
    expect(report.clients.map((one) => one.client.revision)).not.toContain("2026-07-28");
    expect(report.clients.flatMap((one) => one.report.tests).filter((one) => one.outcome === "fail")).toEqual([]);
  });

  it("a ping that names the negotiated version, but not the session, is the session's", async () => {
    const { send, clients } = lab();
    await send(initialize("one"));
    await send({ jsonrpc: "2.0", id: 1, method: "ping" }, { "MCP-Protocol-Version": "2025-11-25" });
    const report = clientReport({ ...ABOUT, transport: "http", serves: "dual", messages: 2, unjudged: 0 }, clients());
    const failed = report.clients.flatMap((one) => one.report.tests).filter((one) => one.outcome === "fail");
    expect(failed.map((one) => one.id)).toEqual(["client-session-id"]);
  });

  it("a probe of the other era is the same client's, judged by that era", async () => {
    const { send, clients } = lab();
    await send(modern("one", 1, "server/discover"), { ...HEADERS, "Mcp-Method": "server/discover" });
    await send(initialize("one"));
    expect(clients().map((one) => [one.name, one.revision])).toEqual([
      ["one", "2026-07-28"],
      ["one", "2025-11-25"],
    ]);
  });

  it("a session of a server that was there before is no beginning, and a stream asked for by a stranger no fault", async () => {
    const { send, clients } = lab();
    await send(
      { jsonrpc: "2.0", id: 5, method: "tools/list" },
      { "Mcp-Session-Id": "of-before", "MCP-Protocol-Version": "2025-11-25" },
    );
    await send({}, { Accept: "text/html" }, 2, "/mcp", "GET");
    const report = clientReport({ ...ABOUT, transport: "http", serves: "dual", messages: 2, unjudged: 0 }, clients());
    expect(report.clients.flatMap((one) => one.report.tests).filter((one) => one.outcome === "fail")).toEqual([]);
  });
});

describe("a session that is no more", () => {
  const own = { "Mcp-Session-Id": "of-before", "MCP-Protocol-Version": "2025-11-25" };
  const failed = ({ clients }: ReturnType<typeof lab>) =>
    clients().flatMap((one) => judgeClient(one).tests.flatMap((test) => (test.outcome === "fail" ? [test.id] : [])));

  it("may be meant by all requests that are on their way at once", async () => {
    const all = lab();
    for (let id = 1; id <= 12; id += 1) await all.send({ jsonrpc: "2.0", id, method: "ping" }, own, id);
    expect(failed(all)).toEqual([]);
  });

  it("may not be gone on with, over one connection or over new ones", async () => {
    const one = lab();
    for (let id = 1; id <= 6; id += 1) await one.send({ jsonrpc: "2.0", id, method: "ping" }, own);
    expect(failed(one)).toEqual(["client-session-restart"]);
    const many = lab();
    for (let id = 1; id <= 5; id += 1) {
      await many.send({ jsonrpc: "2.0", id, method: "ping" }, own, id);
      many.wait(500);
    }
    expect(failed(many)).toEqual(["client-session-restart"]);
  });
});

describe("a tool that the client was not told of yet", () => {
  it("may be called without its headers: the refusal is what makes a client list the tools", async () => {
    const { send, clients } = lab();
    const headers = (method: string) => ({ ...HEADERS, "Mcp-Method": method });
    const call = (id: number, more: Record<string, string> = {}) => {
      const message = modern("one", id, "tools/call");
      const params = { ...message.params, name: "route", arguments: { region: "eu", shard: 7, options: {} } };
      return send({ ...message, params }, { ...headers("tools/call"), "Mcp-Name": "route", ...more });
    };
    const failed = () => clients().flatMap((one) => judgeClient(one).tests.filter((test) => test.outcome === "fail"));
    expect(await call(1)).toMatchObject({ status: 400 });
    let cursor: string | undefined;
    let id = 2;
    do {
      const message = modern("one", id);
      id += 1;
      const params = { ...message.params, ...(cursor === undefined ? {} : { cursor }) };
      const page = await send({ ...message, params }, headers("tools/list"));
      const text = page.kind === "answer" && page.body.kind === "text" ? page.body.text : "{}";
      cursor = (JSON.parse(text) as { result?: { nextCursor?: string } }).result?.nextCursor;
    } while (cursor !== undefined);
    await call(50, { "Mcp-Param-Region": "eu", "Mcp-Param-Shard": "7" });
    expect(failed()).toEqual([]);
    expect(
      clients()
        .flatMap((one) => judgeClient(one).tests)
        .find((one) => one.id === "client-param-headers")?.outcome,
    ).toBe("pass");
    await call(51);
    expect(failed().map((one) => one.id)).toEqual(["client-param-headers"]);
  });
});
