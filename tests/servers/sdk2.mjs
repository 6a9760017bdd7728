// A small server on @modelcontextprotocol/server 2.x. sdk2.mjs stdio|http [modern] [tools]; HTTP prints its URL.
//   modern: only 2026-07-28 is served; else both eras. tools: nothing but two tools.
import { acceptedContent, completable, inputRequired, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serve } from "./serve.mjs";

const [transport, ...words] = process.argv.slice(2);
const legacy = words.includes("modern") ? "reject" : undefined;
const toolsOnly = words.includes("tools");

function makeServer() {
  const server = new McpServer(
    { name: "sdk2-fixture", version: "1.0.0" },
    { capabilities: toolsOnly ? {} : { logging: {} } },
  );
  server.registerTool(
    "echo",
    {
      title: "Echo",
      description: "Says it again",
      inputSchema: z.object({ text: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  server.registerTool(
    "sum",
    {
      description: "Adds two numbers",
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ a, b }) => ({
      content: [{ type: "text", text: JSON.stringify({ sum: a + b }) }],
      structuredContent: { sum: a + b },
    }),
  );
  if (toolsOnly) return server;
  server.registerTool(
    "ask",
    { description: "Asks for a name", inputSchema: z.object({}), annotations: { readOnlyHint: true } },
    async (_args, context) => {
      const answer = acceptedContent(context.mcpReq?.inputResponses, "name");
      if (answer !== undefined) return { content: [{ type: "text", text: `Hello ${JSON.stringify(answer)}` }] };
      return inputRequired({
        inputRequests: {
          name: inputRequired.elicit({
            message: "Your name?",
            requestedSchema: { type: "object", properties: { name: { type: "string" } } },
          }),
        },
      });
    },
  );
  server.registerResource("readme", "file:///readme.txt", { mimeType: "text/plain" }, async (uri) => ({
    contents: [{ uri: uri.href, text: "read me" }],
  }));
  server.registerResource(
    "note",
    new ResourceTemplate("note://{id}", {
      list: undefined,
      complete: { id: (value) => ["one", "two"].filter((id) => id.startsWith(value)) },
    }),
    {},
    async (uri, { id }) => ({ contents: [{ uri: uri.href, text: `note ${id}` }] }),
  );
  server.registerPrompt(
    "greet",
    {
      description: "Greets",
      argsSchema: z.object({
        name: completable(z.string(), (value) => ["Ann", "Bob"].filter((name) => name.startsWith(value))),
      }),
    },
    async ({ name }) => ({ messages: [{ role: "user", content: { type: "text", text: `Hello ${name}` } }] }),
  );
  return server;
}

serve(makeServer, transport, legacy === undefined ? {} : { legacy });
