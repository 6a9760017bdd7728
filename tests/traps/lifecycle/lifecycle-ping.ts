import { answering, setting, trap } from "../../support/mutate.ts";

export default [
  trap({ name: "the result has _meta", revisions: ["2025-11-25"] }, setting("ping", "/result", { _meta: {} })),
  trap(
    { name: "a log message before the answer", revisions: ["2025-11-25"] },
    answering("ping", (message) => [
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "busy" } },
      message,
    ]),
  ),
];
