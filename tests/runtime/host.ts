/**
 * A small program that starts a child (which ignores the end of stdin and SIGTERM, and has a child of its own), says
 * both process ids, and then ends as its argument says.
 */
import { fileURLToPath } from "node:url";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { ready } from "../wire/bench.ts";

const runtime = nodeRuntime();
const child = fileURLToPath(new URL("../wire/child.mjs", import.meta.url));
const target = { kind: "stdio" as const, command: "node", args: [child, "deaf-grandchild"], env: {} };
const wire = runtime.wire(target, { now: () => runtime.now() });
const how = runtime.args[0];

if (how === "handles") {
  runtime.onInterrupt(async (signal) => {
    await runtime.stdout.write(`${signal}\n`);
    await wire.close();
    runtime.setExitCode(5);
    clearInterval(alive);
  });
}
const alive = setInterval(() => {}, 1000);
const { pid, grandchild } = await ready(wire.open());
await runtime.stdout.write(`${JSON.stringify({ pid, grandchild })}\n`);
if (how === "throws") throw new Error("a bug of ours");
if (how === "rejects") void Promise.reject(new Error("a bug of ours"));
if (how === "exits") runtime.exitNow(7);
if (how === "closes") {
  await wire.close();
  clearInterval(alive);
}
