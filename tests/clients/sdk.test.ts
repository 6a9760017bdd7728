/** The official SDK's clients of both generations, judged: what is held against them is true, and is written down here. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it } from "vitest";
import type { Revision } from "../../src/model/revision.ts";
import { listenHttp } from "../../src/runtime/serve-http.ts";
import { clientsOf } from "../../src/witness/clients.ts";
import { createLedger } from "../../src/witness/ledger.ts";
import { tapHttp } from "../../src/witness/tap-http.ts";
import { judgeClient } from "../../src/witness/verdicts.ts";
import { reference } from "../support/reference.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function judging(eras: Revision | "dual") {
  const ledger = createLedger("http", () => performance.now());
  const tapped = tapHttp(
    reference(eras).http,
    ledger,
    () => {},
    (request) => `http://127.0.0.1${request.path}`,
  );
  const listening = await listenHttp(tapped);
  ends.push(() => listening.close());
  const about = { toolVersion: "0.0.0-test", timestamp: "" };
  return {
    url: new URL(listening.url),
    /** What failed or could not be seen, and how many rules passed. */
    results: () =>
      clientsOf(ledger, eras, about).map((client) => {
        const { tests } = judgeClient(client);
        return {
          client: client.name,
          revision: client.revision,
          wrong: tests
            .filter((one) => one.outcome === "fail" || one.outcome === "unknown")
            .map((one) => `${one.id}: ${one.details}`),
          passed: tests.filter((one) => one.outcome === "pass").length,
        };
      }),
  };
}

describe("the SDK's client of the first generation", () => {
  it.each(["2025-11-25", "dual"] as const)("does nothing wrong over HTTP (%s)", async (eras) => {
    const { url, results } = await judging(eras);
    const client = new Client(
      { name: "sdk-1", version: "0.0.0" },
      { capabilities: { elicitation: {}, sampling: {}, roots: {} } },
    );
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { firstName: "Ada" } }));
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: "assistant",
      model: "none",
      content: { type: "text", text: "Waves." },
    }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///tmp" }] }));
    const transport = new StreamableHTTPClientTransport(url);
    ends.push(() => client.close());
    await client.connect(transport as Parameters<Client["connect"]>[0]);
    const { nextCursor } = await client.listTools();
    await client.listTools({ cursor: nextCursor ?? "" });
    for (const name of ["greet", "compose", "folders"]) await client.callTool({ name, arguments: {} });
    await client.callTool({ name: "countdown", arguments: { from: 1 } }, undefined, { onprogress: () => {} });
    const abort = new AbortController();
    const slow = client.callTool({ name: "countdown", arguments: { from: 100 } }, undefined, { signal: abort.signal });
    setTimeout(() => abort.abort("no need"), 50);
    await expect(slow).rejects.toThrow();
    await client.readResource({ uri: "memo://notes/welcome" });
    await transport.terminateSession();
    const [only, ...more] = results();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ client: "sdk-1", revision: "2025-11-25", wrong: [] });
    expect(only?.passed).toBeGreaterThan(20);
  });
});

describe("the SDK's client of the second generation", () => {
  it.each(["2026-07-28", "dual"] as const)("does nothing wrong over HTTP (%s)", async (eras) => {
    const { url, results } = await judging(eras);
    const client = new ModernClient(
      { name: "sdk-2", version: "0.0.0" },
      {
        capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
        versionNegotiation: { mode: { pin: "2026-07-28" } },
      },
    );
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { firstName: "Ada" } }));
    client.setRequestHandler("sampling/createMessage", () => ({
      role: "assistant",
      model: "none",
      content: { type: "text", text: "Waves." },
    }));
    client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///tmp" }] }));
    ends.push(() => client.close());
    await client.connect(new ModernHttp(url));
    await client.listTools();
    await client.callTool({ name: "route", arguments: { region: "Zürich ", shard: 7, options: { dryRun: true } } });
    for (const name of ["greet", "compose", "folders"]) await client.callTool({ name, arguments: {} });
    await client.callTool({ name: "countdown", arguments: { from: 1 } }, { onprogress: () => {} });
    await client.getPrompt({ name: "café menu" });
    await client.readResource({ uri: "memo://private/diary" });
    const [only, ...more] = results();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ client: "sdk-2", revision: "2026-07-28", wrong: [] });
    expect(only?.passed).toBeGreaterThan(18);
  });
});
