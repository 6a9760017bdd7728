import { httpText, trap, withAuth, wrapHttp } from "../../support/mutate.ts";

/** How DELETE is answered at the endpoint. */
function onDELETE(name: string, eras: "dual" | "2026-07-28", status: number, text: string, type: string) {
  return trap(
    { name, revisions: ["2026-07-28"], transports: ["http"], options: { eras } },
    wrapHttp((request, next) =>
      request.method === "DELETE" && request.path === "/mcp"
        ? httpText(status, text, [["Content-Type", type]])
        : next(request),
    ),
  );
}

const ERROR = '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Method not allowed"}}';

export default [
  onDELETE("a server of both eras misses the session", "dual", 400, ERROR, "application/json"),
  onDELETE("a server of both eras knows no such session", "dual", 404, "", "text/plain"),
  onDELETE("405 without a body", "2026-07-28", 405, "", "text/plain"),
  trap(
    { name: "404 of a server that also serves HTTP+SSE", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => {
      if (request.method === "DELETE") return httpText(404, "");
      return request.method === "GET" && request.path === "/mcp"
        ? httpText(200, "event: endpoint\ndata: /messages\n\n", [["Content-Type", "text/event-stream"]])
        : next(request);
    }),
  ),
  trap({ name: "401 before the method is looked at", revisions: ["2026-07-28"], transports: ["http"] }, withAuth()),
];
