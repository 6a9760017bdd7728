import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const server = new Server({ name: "snippet", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: "time", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }],
}));
// show
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  switch (params.name) {
    case "time":
      return { content: [{ type: "text", text: new Date().toISOString() }] };
    default:
      return { content: [{ type: "text", text: `There is no tool ${params.name}` }] };
  }
});
// end
await server.connect(new StdioServerTransport());
