import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";

const server = new Server({ name: "snippet", version: "1.0.0" }, { capabilities: { tools: {} } });
const TOOLS = ["one", "two", "three"].map((name) => ({ name, inputSchema: { type: "object" } }));
// show
const PAGE = 2;

server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
  const cursor = params?.cursor ?? "0";
  // Only what this server has given out itself.
  if (!/^\d+$/.test(cursor) || Number(cursor) >= TOOLS.length) {
    throw new McpError(ErrorCode.InvalidParams, "Unknown cursor");
  }
  const from = Number(cursor);
  const next = from + PAGE;
  return { tools: TOOLS.slice(from, next), ...(next < TOOLS.length ? { nextCursor: String(next) } : {}) };
});
// end
await server.connect(new StdioServerTransport());
