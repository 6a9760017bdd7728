import { answering, setting, trap, withoutFeatures } from "../../support/mutate.ts";

export default [
  trap(
    { name: "the result has _meta", revisions: ["2025-11-25"] },
    setting("logging/setLevel", "/result", { _meta: { "com.example/x": 1 } }),
  ),
  trap(
    { name: "log messages before the answer", revisions: ["2025-11-25"] },
    answering("logging/setLevel", (message) => [
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "busy" } },
      message,
    ]),
  ),
  trap({ name: "logging is not offered", revisions: ["2025-11-25"] }, withoutFeatures("logging")),
];
