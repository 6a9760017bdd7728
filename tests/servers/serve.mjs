// Serves a server on @modelcontextprotocol/server 2.x on stdio or over HTTP with the guards of its own guide.
import { createServer } from "node:http";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

/** Options go to the SDK ({ legacy: "reject" } leaves out the older era). HTTP takes PORT and prints its URL. */
export function serve(makeServer, transport, options = {}) {
  if (transport === "stdio") return void serveStdio(makeServer, options);
  const handler = toNodeHandler(createMcpHandler(makeServer, options));
  const validHost = localhostHostValidation();
  const validOrigin = localhostOriginValidation();
  const http = createServer((request, response) => {
    if (!validHost(request, response) || !validOrigin(request, response)) return;
    if (new URL(request.url, "http://localhost").pathname !== "/mcp") return void response.writeHead(404).end();
    void handler(request, response);
  });
  http.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () =>
    console.log(`http://127.0.0.1:${http.address().port}/mcp`),
  );
}
