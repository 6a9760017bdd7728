/** Clients that we did not write are served: the official SDK's of both generations, over HTTP and stdio. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it } from "vitest";
import type { Revision } from "../../src/model/revision.ts";
import { listenHttp } from "../../src/runtime/serve-http.ts";
import { reference } from "../support/reference.ts";
import { stdioTarget } from "../support/stdio-target.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(eras: Revision | "dual", more: Parameters<typeof reference>[1] = {}): Promise<URL> {
  const listening = await listenHttp(reference(eras, more).http);
  ends.push(() => listening.close());
  return new URL(listening.url);
}

/** Resolves when `happened` holds; the test's own time limit ends it otherwise. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setTimeout(resolve, 5));
}

function legacyClient(): Client {
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
  return client;
}

async function conversation(client: Client): Promise<void> {
  const tools: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools.map((one) => one.name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(tools).toEqual([
    "now",
    "echo",
    "sum",
    "countdown",
    "route",
    "samples",
    "touch",
    "greet",
    "compose",
    "folders",
    "simmer",
  ]);

  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content } = await client.callTool({ name, arguments: args });
    return (content as { text?: string }[])[0]?.text;
  };
  expect(await call("echo", { text: "hé 🙂" })).toBe("hé 🙂");
  expect((await client.callTool({ name: "sum", arguments: { a: 2, b: 3 } })).structuredContent).toEqual({ sum: 5 });
  expect(await call("greet")).toBe("Hello, Ada!");
  expect(await call("compose")).toBe("Waves.");
  expect(await call("folders")).toBe("1 roots");
  expect(await client.callTool({ name: "echo", arguments: {} })).toMatchObject({ isError: true });

  const logs: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logs.push(params.level));
  await client.setLoggingLevel("notice");
  const steps: number[] = [];
  const counted = await client.callTool({ name: "countdown", arguments: { from: 2 } }, undefined, {
    onprogress: ({ progress }) => void steps.push(progress),
  });
  expect(counted.content).toEqual([{ type: "text", text: "liftoff" }]);
  expect(steps).toEqual([1, 2]);
  expect(logs).toEqual(["notice"]);

  const heard: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard.push("tools"));
  await client.subscribeResource({ uri: "memo://notes/welcome" });
  await call("touch");
  await until(() => heard.length >= 2);
  expect(heard).toEqual(["tools", "memo://notes/welcome"]);
  await client.unsubscribeResource({ uri: "memo://notes/welcome" });

  expect((await client.readResource({ uri: "memo://years/1999" })).contents).toHaveLength(1);
  expect((await client.getPrompt({ name: "café menu" })).messages).toHaveLength(1);
  const completed = await client.complete({
    ref: { type: "ref/prompt", name: "translate" },
    argument: { name: "language", value: "d" },
  });
  expect(completed.completion.values).toEqual(["Danish", "Dutch"]);
  await client.ping();
}

describe("the SDK's client of the first generation", () => {
  it.each(["2025-11-25", "dual"] as const)("is served over HTTP (%s)", async (eras) => {
    const transport = new StreamableHTTPClientTransport(await serve(eras));
    const client = legacyClient();
    ends.push(() => client.close());
    await client.connect(transport as Parameters<Client["connect"]>[0]);
    await conversation(client);
    await transport.terminateSession();
    await expect(client.ping()).rejects.toThrow();
  });

  it("is served when every answer is an event stream", async () => {
    const transport = new StreamableHTTPClientTransport(await serve("2025-11-25", { sse: "always" }));
    const client = legacyClient();
    ends.push(() => client.close());
    await client.connect(transport as Parameters<Client["connect"]>[0]);
    await conversation(client);
  });

  it("is served on stdio", async () => {
    const { command, args } = stdioTarget("dual");
    const client = legacyClient();
    ends.push(() => client.close());
    await client.connect(new StdioClientTransport({ command, args: [...args] }));
    await conversation(client);
  });
});

function modernClient(): ModernClient {
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
  return client;
}

async function modernConversation(client: ModernClient): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map((one) => one.name)).toContain("folders");
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content } = await client.callTool({ name, arguments: args });
    return (content as { text?: string }[])[0]?.text;
  };
  expect(await call("echo", { text: "hé 🙂" })).toBe("hé 🙂");
  expect(await call("route", { region: "Zürich ", shard: 7, options: { dryRun: true } })).toBe(
    "region Zürich , shard 7",
  );
  expect(await call("greet")).toBe("Hello, Ada!");
  expect(await call("compose")).toBe("Waves.");
  expect(await call("folders")).toBe("1 roots");
  const steps: number[] = [];
  await client.callTool(
    { name: "countdown", arguments: { from: 2 } },
    { onprogress: ({ progress }) => void steps.push(progress) },
  );
  expect(steps).toEqual([1, 2]);
  expect((await client.readResource({ uri: "memo://private/diary" })).contents).toMatchObject([
    { text: "Dear diary." },
  ]);
  expect((await client.getPrompt({ name: "introduce" })).messages).toHaveLength(1);
  expect((await client.getPrompt({ name: "café menu" })).messages).toHaveLength(1);

  const heard: string[] = [];
  client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: ["memo://notes/welcome"] });
  await call("touch");
  await until(() => heard.length >= 2);
  expect(heard).toEqual(["tools", "memo://notes/welcome"]);
  await subscription.close();
}

describe("the SDK's client of the second generation", () => {
  it.each(["2026-07-28", "dual"] as const)("is served over HTTP (%s)", async (eras) => {
    const client = modernClient();
    ends.push(() => client.close());
    await client.connect(new ModernHttp(await serve(eras)));
    await modernConversation(client);
  });

  it("is served on stdio", async () => {
    const { command, args } = stdioTarget("2026-07-28");
    const client = modernClient();
    ends.push(() => client.close());
    await client.connect(new ModernStdio({ command, args: [...args] }));
    await modernConversation(client);
  });

  it("finds the era of a server by itself", async () => {
    for (const [eras, version] of [
      ["2025-11-25", "2025-11-25"],
      ["dual", "2026-07-28"],
      ["2026-07-28", "2026-07-28"],
    ] as const) {
      const client = new ModernClient({ name: "sdk-2", version: "0.0.0" }, { versionNegotiation: { mode: "auto" } });
      ends.push(() => client.close());
      await client.connect(new ModernHttp(await serve(eras)));
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
    }
  });
});
