import { handling, headerOf, setting, trap, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "the oldest revision", revisions: ["2025-11-25"] },
    handling("initialize", (params, context, before) => before({ ...params, protocolVersion: "2024-11-05" }, context), [
      "legacy",
    ]),
  ),
  trap(
    { name: "a revision that comes without initialize", revisions: ["2025-11-25"] },
    setting("initialize", "/result/protocolVersion", "2026-07-28"),
    wrapHttp((request, next) =>
      next(
        headerOf(request, "mcp-protocol-version") === "2026-07-28" && headerOf(request, "mcp-session-id") !== undefined
          ? withHeaders(request, { "MCP-Protocol-Version": "2025-11-25" })
          : request,
      ),
    ),
  ),
];
