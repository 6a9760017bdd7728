import { answering, mutant } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "roots/list is asked before a tool's result", revisions: ["2026-07-28"] },
    answering("tools/call", (message) =>
      !("result" in message) ? message : [{ jsonrpc: "2.0", id: "s1", method: "roots/list" }, message],
    ),
  ),
  mutant(
    { name: "a ping comes with every list", revisions: ["2026-07-28"] },
    answering("tools/list", (message) =>
      !("result" in message) ? message : [{ jsonrpc: "2.0", id: 1, method: "ping" }, message],
    ),
  ),
];
