// A server on @hono/mcp (the 1.x SDK behind Hono), HTTP alone, as its guide shows it: one server and one transport
// without sessions for everybody. hono-mcp.mjs http [stateful]; prints its URL.
//   stateful: a server and a transport for each session.
import { randomUUID } from "node:crypto";
import { StreamableHTTPTransport } from "@hono/mcp";
import { serve } from "@hono/node-server";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Hono } from "hono";
import { z } from "zod";

const words = process.argv.slice(3);

function makeServer() {
  const mcp = new McpServer({ name: "hono-mcp-fixture", version: "1.0.0" });
  mcp.registerTool(
    "echo",
    {
      description: "Says it again",
      inputSchema: { text: z.string() },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  mcp.registerResource("readme", "file:///readme.txt", { mimeType: "text/plain" }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/plain", text: "read me" }],
  }));
  return mcp;
}

const app = new Hono();
if (words.includes("stateful")) {
  const sessions = new Map();
  app.all("/mcp", async (context) => {
    const id = context.req.header("mcp-session-id");
    if (id !== undefined) {
      const known = sessions.get(id);
      if (known !== undefined) return known.handleRequest(context);
      return context.json({ jsonrpc: "2.0", error: { code: -32001, message: "Session not found" }, id: null }, 404);
    }
    const transport = new StreamableHTTPTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (sessionId) => void sessions.set(sessionId, transport),
      onsessionclosed: (sessionId) => void sessions.delete(sessionId),
    });
    await makeServer().connect(transport);
    return transport.handleRequest(context);
  });
} else {
  const mcp = makeServer();
  const transport = new StreamableHTTPTransport();
  app.all("/mcp", async (context) => {
    if (!mcp.isConnected()) await mcp.connect(transport);
    return transport.handleRequest(context);
  });
}
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 0), hostname: "127.0.0.1" }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}/mcp`),
);
