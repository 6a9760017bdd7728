import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

// show
serveStdio(() => new McpServer({ name: "snippet", version: "1.0.0" }));
console.log("The server is ready");
// end
