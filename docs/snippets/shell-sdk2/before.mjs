import { exec } from "node:child_process";
import { promisify } from "node:util";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

function makeServer() {
  const server = new McpServer({ name: "snippet", version: "1.0.0" });
  const about = {
    description: "Counts the characters of a text",
    inputSchema: z.object({ text: z.string() }),
    annotations: { readOnlyHint: true },
  };
  // show
  const run = promisify(exec);

  server.registerTool("count", about, async ({ text }) => {
    const { stdout } = await run(`expr length _${text}`);
    return { content: [{ type: "text", text: stdout }] };
  });
  // end
  return server;
}

serveStdio(makeServer);
