import { createMcpServer } from "../mcp/server.ts";
import type { StdioInput } from "../model/serving.ts";
import { RULES } from "../rules/mod.ts";
import { serveStdio } from "../runtime/serve-stdio.ts";
import { serverWorld } from "../runtime/serve-world.ts";
import { TOOL_VERSION } from "../version.ts";
import type { Command, Context } from "./command.ts";
import { COMMON } from "./options.ts";

export const mcpCommand: Command = {
  name: "mcp",
  usage: "[options]",
  description:
    "Serves this tool to assistants as an MCP server on stdio, in the revisions up to 2025-11-25 and 2026-07-28. Tools: " +
    "mcp_compliance_test tests the server at a URL, mcp_compliance_explain explains a check.",
  words: { kind: "plain", names: [] },
  options: COMMON,
  more: [
    "It ends when its stdin does. Nothing but the protocol is written to stdout. Servers on stdio are tested by " +
      "mcp-compliance test.",
    "Exit codes: 0 its stdin ended, or Ctrl+C; 2 usage; 70 a bug of this tool.",
  ],
  examples: [
    ["claude mcp add mcp-compliance -- npx -y mcp-compliance mcp", "in Claude Code"],
    ["mcp-compliance test -- mcp-compliance mcp", "tests itself"],
  ],
  run,
};

async function run({ world, suite }: Context): Promise<number> {
  const server = createMcpServer({ suite, rules: RULES, version: TOOL_VERSION, world: serverWorld() });
  if (world.stdin.isTTY) {
    await world.stderr.write(
      "mcp-compliance: an MCP server waits on stdin for a client, which starts it by itself: put this command into the " +
        "client's configuration (mcp-compliance mcp --help). Ctrl+C ends it.\n",
    );
  }
  let input: StdioInput | undefined;
  const off = world.onInterrupt(() => input?.end());
  try {
    const code = await serveStdio((output) => {
      input = server.stdio(output);
      return input;
    });
    await server.settled();
    return code;
  } finally {
    off();
  }
}
