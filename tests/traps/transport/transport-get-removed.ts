import { httpText, trap, withAuth, wrapHttp } from "../../support/mutate.ts";

/** How GET is answered at the endpoint. */
function onGET(name: string, eras: "dual" | "2026-07-28", status: number, text: string, type: string) {
  return trap(
    { name, revisions: ["2026-07-28"], transports: ["http"], options: { eras } },
    wrapHttp((request, next) =>
      request.method === "GET" && request.path === "/mcp"
        ? httpText(status, text, [["Content-Type", type]])
        : next(request),
    ),
  );
}

const ERROR = '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Method not allowed"}}';

/** As the transport of 2024-11-05 begins. DELETE says nothing of that era; the server has it all the same. */
const OLD_STREAM = ": welcome\n\nevent: endpoint\ndata: /messages?session=1\n\n";

export default [
  onGET("a server of both eras opens a stream", "dual", 200, ": hello\n\n", "text/event-stream"),
  onGET("a server of both eras misses the session", "dual", 400, ERROR, "application/json"),
  onGET("405 with a JSON-RPC error", "2026-07-28", 405, ERROR, "application/json"),
  onGET("HTTP+SSE at the same address", "2026-07-28", 200, OLD_STREAM, "text/event-stream"),
  trap({ name: "401 before the method is looked at", revisions: ["2026-07-28"], transports: ["http"] }, withAuth()),
];
