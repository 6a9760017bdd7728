// A server on fastmcp. fastmcp.mjs stdio|http [stateless]; HTTP takes PORT from the environment and prints its URL.
import { FastMCP } from "fastmcp";
import { z } from "zod";

const [transport, ...words] = process.argv.slice(2);

const server = new FastMCP({ name: "fastmcp-fixture", version: "1.0.0" });

server.addTool({
  name: "echo",
  description: "Says it again",
  parameters: z.object({ text: z.string() }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  execute: async ({ text }) => text,
});
server.addTool({
  name: "add",
  description: "Adds two numbers",
  parameters: z.object({ a: z.number(), b: z.number() }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  execute: async ({ a, b }, { reportProgress }) => {
    await reportProgress({ progress: 1, total: 1 });
    return String(a + b);
  },
});
server.addResource({
  uri: "file:///readme.txt",
  name: "readme",
  mimeType: "text/plain",
  load: async () => ({ text: "read me" }),
});
server.addResourceTemplate({
  uriTemplate: "note://{id}",
  name: "note",
  mimeType: "text/plain",
  arguments: [
    {
      name: "id",
      required: true,
      complete: async (value) => ({ values: ["one", "two"].filter((id) => id.startsWith(value)) }),
    },
  ],
  load: async ({ id }) => ({ text: `note ${id}` }),
});
server.addPrompt({
  name: "greet",
  description: "Greets",
  arguments: [{ name: "name", required: true, enum: ["Ann", "Bob"] }],
  load: async ({ name }) => `Hello ${name}`,
});

if (transport === "stdio") {
  await server.start({ transportType: "stdio" });
} else {
  const port = Number(process.env.PORT);
  await server.start({
    transportType: "httpStream",
    httpStream: { port, host: "127.0.0.1", stateless: words.includes("stateless") },
  });
  console.log(`http://127.0.0.1:${port}/mcp`);
}
