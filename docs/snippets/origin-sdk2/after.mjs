import { createServer } from "node:http";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";

// show
const handler = toNodeHandler(createMcpHandler(() => new McpServer({ name: "snippet", version: "1.0.0" })));
const validHost = localhostHostValidation();
const validOrigin = localhostOriginValidation();

const http = createServer((request, response) => {
  // Each answers 403 itself where it says no.
  if (!validHost(request, response) || !validOrigin(request, response)) return;
  void handler(request, response);
});
// end
http.listen(process.env.PORT ?? 3000, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
