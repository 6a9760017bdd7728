import { headerOf, httpAnswer, httpText, methodOf, reheaded, trap, wrapHttp } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "202 chunked with no byte", revisions: BOTH, transports: ["http"] },
    httpAnswer((answer) =>
      answer.status === 202
        ? {
            ...reheaded(answer, { "Transfer-Encoding": "chunked" }),
            body: {
              kind: "stream",
              open(sink) {
                sink.end();
                return () => {};
              },
            },
          }
        : answer,
    ),
  ),
  trap(
    { name: "202 with a Content-Type and no byte", revisions: BOTH, transports: ["http"] },
    httpAnswer((answer) => (answer.status === 202 ? reheaded(answer, { "Content-Type": "application/json" }) : answer)),
  ),
  trap(
    { name: "202 that repeats Mcp-Session-Id", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) =>
      answer.status === 202
        ? reheaded(answer, { "Mcp-Session-Id": headerOf(request, "mcp-session-id") ?? "" })
        : answer,
    ),
  ),
  trap(
    { name: "400 without an id", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer) =>
      answer.status === 202
        ? httpText(400, '{"jsonrpc":"2.0","error":{"code":-32600,"message":"No notifications"}}', [
            ["Content-Type", "application/json"],
          ])
        : answer,
    ),
  ),
  trap(
    { name: "one is accepted, the other refused", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => (methodOf(request) === "notifications/x-probe" ? httpText(400, "") : next(request))),
  ),
];
