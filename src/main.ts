import { runCli } from "./cli/cli.ts";
import { nodeRuntime } from "./runtime/mod.ts";

const runtime = nodeRuntime();

const code = await runCli(runtime, async () => {
  const { suiteOn } = await import("./suite.ts");
  return {
    ...suiteOn(runtime),
    startSelf: async () => await (await import("./cli/self.ts")).startSelf(),
    auditTarget: async (options) => await (await import("./auditing.ts")).auditTarget(options, runtime),
  };
});
runtime.setExitCode(code);
