import { errorOf, headerOf, httpText, jsonOf, trap, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    {
      name: "a server with clients of 2025-03-26 serves it",
      revisions: ["2026-07-28"],
      transports: ["http"],
      options: { eras: "dual" },
    },
    wrapHttp((request, next) => {
      const json = JSON.stringify(jsonOf(request) ?? null);
      const bare = headerOf(request, "mcp-protocol-version") === undefined && json.includes('protocolVersion":"2026');
      return next(bare ? withHeaders(request, { "MCP-Protocol-Version": "2026-07-28" }) : request);
    }),
  ),
  trap(
    {
      name: "a server with clients of 2025-03-26 answers as to one of them",
      revisions: ["2026-07-28"],
      transports: ["http"],
      options: { eras: "dual" },
    },
    wrapHttp((request, next) => {
      const json = JSON.stringify(jsonOf(request) ?? null);
      const bare = headerOf(request, "mcp-protocol-version") === undefined && json.includes('protocolVersion":"2026');
      if (!bare) return next(request);
      const text =
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: Server not initialized"}}';
      return httpText(400, text, [["Content-Type", "application/json"]]);
    }),
  ),
  trap(
    {
      name: "a server with clients of 2024-11-05 at the same address serves it",
      revisions: ["2026-07-28"],
      transports: ["http"],
    },
    wrapHttp((request, next) => {
      if (request.method === "GET" && request.path === "/mcp")
        return httpText(200, "event: endpoint\ndata: /messages\n\n", [["Content-Type", "text/event-stream"]]);
      const bare = request.method === "POST" && headerOf(request, "mcp-protocol-version") === undefined;
      return next(bare ? withHeaders(request, { "MCP-Protocol-Version": "2026-07-28" }) : request);
    }),
  ),
  trap(
    { name: "an API gateway answers a bare 400", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) =>
      request.method === "POST" && headerOf(request, "mcp-protocol-version") === undefined
        ? httpText(400, "missing header")
        : next(request),
    ),
  ),
  trap(
    { name: "the error has another text", revisions: ["2026-07-28"], transports: ["http"] },
    errorOf("*", (error) => ({ ...error, message: "nope" })),
  ),
];
