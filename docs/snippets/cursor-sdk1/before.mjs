import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const server = new Server({ name: "snippet", version: "1.0.0" }, { capabilities: { tools: {} } });
const TOOLS = ["one", "two", "three"].map((name) => ({ name, inputSchema: { type: "object" } }));
// show
const PAGE = 2;

server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
  const cursor = params?.cursor ?? "0";
  const from = Number.parseInt(cursor, 10) || 0;
  const next = from + PAGE;
  return { tools: TOOLS.slice(from, next), ...(next < TOOLS.length ? { nextCursor: String(next) } : {}) };
});
// end
await server.connect(new StdioServerTransport());
