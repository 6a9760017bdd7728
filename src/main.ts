import { runCli } from "./cli/cli.ts";
import { nodeRuntime } from "./runtime/mod.ts";
import { TRIVIAL_COMMAND } from "./runtime/start-trivial.ts";

const runtime = nodeRuntime();

if (runtime.args[0] === TRIVIAL_COMMAND) {
  await (await import("./runtime/trivial-server.ts")).serveTrivial(Number(runtime.args[1]));
} else {
  const code = await runCli(runtime, async () => {
    const { suiteOn } = await import("./suite.ts");
    return {
      ...suiteOn(runtime),
      startSelf: async () => await (await import("./cli/self.ts")).startSelf(),
      auditTarget: async (options) => await (await import("./auditing.ts")).auditTarget(options, runtime),
      runLoad: async (options) => await (await import("./loading.ts")).runLoad(options, runtime),
      emitLoad: async (options, engine) =>
        await (await import("./loading-script.ts")).emitLoad(options, engine, runtime),
    };
  });
  runtime.setExitCode(code);
}
