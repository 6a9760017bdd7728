// A server on mcp-lite, which has HTTP alone. mcp-lite.mjs http [stateful] [guarded]; prints its URL.
//   stateful: sessions in memory. guarded: Host and Origin are checked.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { InMemoryClientRequestAdapter, InMemorySessionAdapter, McpServer, StreamableHttpTransport } from "mcp-lite";
import { z } from "zod";

const words = process.argv.slice(3);

const mcp = new McpServer({
  name: "mcp-lite-fixture",
  version: "1.0.0",
  schemaAdapter: (schema) => z.toJSONSchema(schema),
});
mcp.tool("echo", {
  description: "Says it again",
  inputSchema: z.object({ text: z.string() }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  handler: ({ text }) => ({ content: [{ type: "text", text }] }),
});
mcp.tool("add", {
  description: "Adds two numbers",
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  handler: ({ a, b }, context) => {
    context.progress?.({ progress: 1, total: 1 });
    return { content: [{ type: "text", text: JSON.stringify({ sum: a + b }) }], structuredContent: { sum: a + b } };
  },
});
mcp.resource("file:///readme.txt", { name: "readme", mimeType: "text/plain" }, async (uri) => ({
  contents: [{ uri: uri.href, mimeType: "text/plain", text: "read me" }],
}));
mcp.resource("note://{id}", { name: "note", description: "A note" }, async (uri, { id }) => ({
  contents: [{ uri: uri.href, text: `note ${id}` }],
}));
mcp.prompt("greet", {
  description: "Greets",
  arguments: z.object({ name: z.string() }),
  handler: ({ name }) => ({ messages: [{ role: "user", content: { type: "text", text: `Hello ${name}` } }] }),
});

let handler;
const app = new Hono();
app.all("/mcp", (context) => handler(context.req.raw));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 0), hostname: "127.0.0.1" }, ({ port }) => {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  handler = new StreamableHttpTransport({
    ...(words.includes("stateful")
      ? {
          sessionAdapter: new InMemorySessionAdapter({ maxEventBufferSize: 100 }),
          clientRequestAdapter: new InMemoryClientRequestAdapter(),
        }
      : {}),
    ...(words.includes("guarded") ? { allowedHosts: own, allowedOrigins: own.map((host) => `http://${host}`) } : {}),
  }).bind(mcp);
  console.log(`http://127.0.0.1:${port}/mcp`);
});
