/** Says what the runtime gives, as one line of JSON; used from the tests on every runtime. */
import { nodeRuntime } from "../../src/runtime/mod.ts";

const runtime = nodeRuntime();
const [mode, path = ""] = runtime.args;

if (mode === "pipe") {
  // Far more than a pipe holds: whoever reads it goes away in the middle.
  for (let n = 0; n < 200; n++) await runtime.stdout.write("x".repeat(65_536));
  await runtime.stderr.write("still here\n");
  runtime.setExitCode(4);
} else if (mode === "stdin") {
  let text = "";
  for await (const piece of runtime.stdin) text += piece;
  await runtime.stdout.write(JSON.stringify({ text, isTTY: runtime.stdin.isTTY }));
} else if (mode === "large") {
  // All of it arrives, though the process ends at once after it.
  await runtime.stdout.write(`${"y".repeat(3_000_000)}\n`);
  runtime.setExitCode(6);
} else {
  await runtime.writeText(path, "é🙂\n");
  const before = runtime.now();
  await runtime.sleep(20);
  const facts = {
    name: runtime.name,
    version: runtime.version,
    windows: runtime.windows,
    args: runtime.args,
    variable: runtime.env["EDGE_TEST"],
    missing: runtime.env["EDGE_TEST_MISSING"] === undefined,
    cwd: runtime.cwd(),
    tty: [runtime.stdout.isTTY, runtime.stderr.isTTY],
    columns: runtime.stdout.columns ?? null,
    text: await runtime.readText(path),
    noText: (await runtime.readText(`${path}.none`)) === undefined,
    folder: await runtime.readText(runtime.cwd()).then(
      () => "read",
      () => "rejected",
    ),
    slept: runtime.now() > before,
    date: runtime.date(),
    seeds: [runtime.seed(), runtime.seed()],
  };
  await runtime.stdout.write(JSON.stringify(facts));
}
