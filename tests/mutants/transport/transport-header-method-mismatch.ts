import { headerOf, methodOf, mutant, withHeaders, wrapHttp } from "../../support/mutate.ts";

const METHODS = ["server/discover", "tools/list", "resources/list", "prompts/list", "tools/call"];

export default [
  mutant(
    { name: "any known method will do in Mcp-Method", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) =>
      next(
        METHODS.includes(headerOf(request, "mcp-method") ?? "")
          ? withHeaders(request, { "Mcp-Method": methodOf(request) })
          : request,
      ),
    ),
  ),
];
