import { httpText, mutant, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "GET opens a stream that never ends", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) =>
      request.method === "GET" && request.path === "/mcp"
        ? {
            kind: "answer",
            status: 200,
            headers: [["Content-Type", "text/event-stream"]],
            body: { kind: "stream", open: () => () => {} },
          }
        : next(request),
    ),
  ),
  ...[200, 400, 404, 500].map((status) =>
    mutant(
      { name: `GET answers ${status}`, revisions: ["2026-07-28"], transports: ["http"] },
      wrapHttp((request, next) =>
        request.method === "GET" && request.path === "/mcp" ? httpText(status, "") : next(request),
      ),
    ),
  ),
];
