import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const server = new McpServer({ name: "snippet", version: "1.0.0" });
// show
await server.connect(new StdioServerTransport());
console.log("The server is ready");
// end
