import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";

const app = express();
app.use(express.json());
// show
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
