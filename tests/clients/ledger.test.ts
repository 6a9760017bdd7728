/** What is kept of a client's words: no secrets, no more than fits, each under the right name. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { HttpHandler } from "../../src/model/serving.ts";
import { clientsOf } from "../../src/witness/clients.ts";
import { createLedger } from "../../src/witness/ledger.ts";
import { clientReport, printClientReport } from "../../src/witness/report.ts";
import { tapHttp } from "../../src/witness/tap-http.ts";
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
  return { ledger, send, clients };
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
