import { answering, trap } from "../../support/mutate.ts";

export default [
  trap({ name: "elicitation/create inside inputRequests", revisions: ["2026-07-28"] }),
  trap(
    { name: "a ping in the conversation of the older era", revisions: ["2026-07-28"], options: { eras: "dual" } },
    answering("initialize", (message) => [{ jsonrpc: "2.0", id: "p1", method: "ping" }, message]),
  ),
];
