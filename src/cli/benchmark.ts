import type { Command } from "./command.ts";
import { COMMAND } from "./defaults.ts";
import { runLoadCommand } from "./load.ts";
import { BENCHMARK_OPTIONS } from "./load-options.ts";

export const benchmarkCommand: Command = {
  name: "benchmark",
  usage: "<url | command [arguments...]> [options]",
  description: "Measures how long a server takes to answer, over HTTP or stdio: percentiles, throughput, errors.",
  words: { kind: "target" },
  options: BENCHMARK_OPTIONS,
  more: [
    "Options of mcp-compliance are recognized anywhere before --. After a command, options that it does not know belong " +
      "to the server; everything after -- does.",
    "What counts as a success and how it is measured: see mcp-compliance load --help, which does the same in many steps. " +
      "Hosts other than 127.0.0.0/8, ::1 and localhost need --i-have-permission.",
    "Exit codes: 0 ran; 1 a gate that you gave failed; 2 refused, usage, or a command that cannot be started; 3 the server never answered, or lets nobody " +
      "in; 70 a bug of this tool; 130 cancelled (what was measured is printed).",
  ],
  examples: [
    [`${COMMAND} benchmark -r 200 -c 4 -- node ./dist/server.js`, "a command, four requests at once"],
    [`${COMMAND} benchmark http://localhost:3000/mcp -r 1000`, "a URL"],
    [`${COMMAND} benchmark --max-p95 20 -- node ./dist/server.js`, "a gate for CI"],
  ],
  run: (context) => runLoadCommand("benchmark", context),
};
