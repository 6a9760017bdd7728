import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";

// show
const app = express();
const ALLOWED = new Set(["http://localhost:3000"]);

app.use((request, response, next) => {
  const { origin } = request.headers;
  // No Origin: not a browser. Another one: a page that has no business here.
  if (origin === undefined || ALLOWED.has(origin)) return next();
  response.status(403).json({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "Forbidden origin" } });
});
app.use(express.json());
app.post("/mcp", async (request, response) => {
  const server = new McpServer({ name: "snippet", version: "1.0.0" });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
});
// end

const http = app.listen(process.env.PORT ?? 3000, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${http.address().port}/mcp`),
);
