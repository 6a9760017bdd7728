import { headerOf, methodOf, mutant, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "Mcp-Method is compared only when it is there", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) =>
      next(
        headerOf(request, "mcp-method") === undefined
          ? withHeaders(request, { "Mcp-Method": methodOf(request) })
          : request,
      ),
    ),
  ),
];
