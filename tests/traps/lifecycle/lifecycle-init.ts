import { answering, failure, handling, methodOf, trap, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "a log message before the answer", revisions: ["2025-11-25"] },
    answering("initialize", (message) => [
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "busy" } },
      message,
    ]),
  ),
  trap(
    { name: "an older revision in the answer", revisions: ["2025-11-25"] },
    handling("initialize", (params, context, before) => before({ ...params, protocolVersion: "2025-03-26" }, context), [
      "legacy",
    ]),
  ),
  trap(
    { name: "the answer takes its time", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp(async (request, next) => {
      if (methodOf(request) === "initialize") await new Promise((resolve) => setTimeout(resolve, 200));
      return next(request);
    }),
  ),
  trap(
    { name: "the answer takes its time", revisions: ["2025-11-25"], transports: ["stdio"] },
    handling("initialize", (params, context, before) => ({ kind: "wait", ms: 200, next: before(params, context) }), [
      "legacy",
    ]),
  ),
  trap(
    { name: "names the versions that it speaks instead of answering with one", revisions: ["2025-11-25"] },
    handling(
      "initialize",
      (params, context, before) =>
        params["protocolVersion"] === "2025-06-18"
          ? before(params, context)
          : failure(-32602, "Unsupported protocol version", { supported: ["2025-06-18"], requested: "x" }),
      ["legacy"],
    ),
  ),
];
