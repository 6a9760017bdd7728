import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";

// show
const app = express();
app.use(express.json());
app.post("/mcp", async (request, response) => {
  const server = new McpServer({ name: "snippet", version: "1.0.0" });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
});

// Behind all routes. Four parameters make it an error handler.
app.use((error, _request, response, _next) => {
  console.error(error);
  const status = error.status ?? 500;
  const code = error.type === "entity.parse.failed" ? -32700 : -32603;
  const message = code === -32700 ? "Parse error" : "The request could not be handled";
  response.status(status).json({ jsonrpc: "2.0", id: null, error: { code, message } });
});
// end

const http = app.listen(process.env.PORT ?? 3000, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${http.address().port}/mcp`),
);
