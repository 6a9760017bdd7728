import { headerOf, httpText, trap, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "-32022 for one direction", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => {
      const header = headerOf(request, "mcp-protocol-version");
      if (header !== "1999-01-01") return next(request);
      const data = { supported: ["2026-07-28"], requested: header };
      const error = { code: -32022, message: "Unsupported protocol version", data };
      const { id } = JSON.parse(request.body);
      return httpText(400, JSON.stringify({ jsonrpc: "2.0", id, error }), [["Content-Type", "application/json"]]);
    }),
  ),
  trap(
    { name: "an intermediary answers a bare 400", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => {
      const header = headerOf(request, "mcp-protocol-version");
      return header !== undefined && header !== "2026-07-28" && !request.body.includes(`protocolVersion":"${header}`)
        ? httpText(400, "")
        : next(request);
    }),
  ),
];
