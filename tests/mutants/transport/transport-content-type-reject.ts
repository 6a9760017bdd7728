import { headerOf, methodOf, mutant, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant({ name: "an unhandled text/plain ends the process", revisions: ["2025-11-25"], transports: ["http"] }, () => {
    let dead = false;
    return wrapHttp((request, next) => {
      dead ||= headerOf(request, "content-type") === "text/plain";
      return dead ? { kind: "die" } : next(request);
    });
  }),
  mutant(
    {
      name: "text/plain is dispatched before Origin and headers are checked",
      revisions: ["2026-07-28"],
      transports: ["http"],
    },
    wrapHttp((request, next) =>
      headerOf(request, "content-type") === "text/plain"
        ? next(
            withHeaders(request, {
              "Content-Type": "application/json",
              Accept: "application/json, text/event-stream",
              Origin: null,
              "MCP-Protocol-Version": "2026-07-28",
              "Mcp-Method": methodOf(request),
            }),
          )
        : next(request),
    ),
  ),
];
