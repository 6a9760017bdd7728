import { isObject, type Json } from "../../../src/model/json.ts";
import type { HttpRequest } from "../../../src/model/serving.ts";
import { headerOf, httpAnswer, jsonOf, mutant, withHeaders, wrapHttp } from "../../support/mutate.ts";

/** The version that the body names. */
function bodyVersion(request: HttpRequest): Json | undefined {
  let value: Json | undefined = jsonOf(request);
  for (const key of ["params", "_meta", "io.modelcontextprotocol/protocolVersion"]) {
    value = isObject(value) ? value[key] : undefined;
  }
  return value;
}

export default [
  mutant(
    { name: "only the version of the body is read", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => {
      const version = bodyVersion(request);
      const there = headerOf(request, "mcp-protocol-version") !== undefined;
      return next(
        there && typeof version === "string" ? withHeaders(request, { "MCP-Protocol-Version": version }) : request,
      );
    }),
  ),
  mutant(
    { name: "only the version of the header is read", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => {
      const header = headerOf(request, "mcp-protocol-version");
      const version = bodyVersion(request);
      if (header === undefined || typeof version !== "string") return next(request);
      return next({
        ...request,
        body: request.body.replace(`protocolVersion":"${version}"`, `protocolVersion":"${header}"`),
      });
    }),
  ),
  mutant(
    { name: "a difference is refused under 200", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) => {
      const header = headerOf(request, "mcp-protocol-version");
      const version = bodyVersion(request);
      const differs = header !== undefined && version !== undefined && header !== version;
      return differs && answer.status === 400 ? { ...answer, status: 200 } : answer;
    }),
  ),
];
