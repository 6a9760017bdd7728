import { headerOf, mutant, withHeaders, wrapHttp } from "../../support/mutate.ts";

const HERE = { revisions: ["2025-11-25"], transports: ["http"] } as const;

export default [
  mutant(
    { name: "the header is never read", ...HERE },
    wrapHttp((request, next) => next(withHeaders(request, { "MCP-Protocol-Version": null }))),
  ),
  mutant(
    { name: "any date will do", ...HERE },
    wrapHttp((request, next) => {
      const version = headerOf(request, "mcp-protocol-version") ?? "";
      const dated = /^\d{4}-\d{2}-\d{2}$/.test(version);
      return next(dated ? withHeaders(request, { "MCP-Protocol-Version": "2025-11-25" }) : request);
    }),
  ),
  mutant(
    { name: "only GET does without", ...HERE },
    wrapHttp((request, next) =>
      next(request.method === "GET" ? withHeaders(request, { "MCP-Protocol-Version": "2025-11-25" }) : request),
    ),
  ),
  mutant(
    { name: "an odd version is a failure of the server", ...HERE },
    wrapHttp((request, next) =>
      headerOf(request, "mcp-protocol-version") === "garbage"
        ? { kind: "answer", status: 500, headers: [], body: { kind: "none" } }
        : next(request),
    ),
  ),
];
