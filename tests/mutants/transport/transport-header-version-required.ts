import { headerOf, httpText, mutant, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "an absent version is taken for 2026-07-28", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) =>
      next(
        headerOf(request, "mcp-protocol-version") === undefined
          ? withHeaders(request, { "MCP-Protocol-Version": "2026-07-28" })
          : request,
      ),
    ),
  ),
  mutant(
    { name: "an absent version is refused as bad params", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) =>
      request.method === "POST" && headerOf(request, "mcp-protocol-version") === undefined
        ? httpText(400, '{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"No version"}}', [
            ["Content-Type", "application/json"],
          ])
        : next(request),
    ),
  ),
];
