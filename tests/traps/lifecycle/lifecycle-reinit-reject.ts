import { headerOf, httpText, methodOf, trap, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "a second initialize opens another session", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) =>
      next(
        methodOf(request) === "initialize"
          ? withHeaders(request, { "MCP-Session-Id": null, "MCP-Protocol-Version": null })
          : request,
      ),
    ),
  ),
  trap({ name: "a second initialize ends the session", revisions: ["2025-11-25"], transports: ["http"] }, () => {
    const ended = new Set<string>();
    return wrapHttp((request, next) => {
      const session = headerOf(request, "mcp-session-id");
      if (session === undefined) return next(request);
      if (methodOf(request) === "initialize") ended.add(session);
      return ended.has(session) ? httpText(404, "") : next(request);
    });
  }),
];
