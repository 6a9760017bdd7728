import type { JsonObject } from "../../../src/model/json.ts";
import type { Context } from "../../../src/reference/answer.ts";
import {
  failure,
  handling,
  headerOf,
  httpAnswer,
  httpText,
  methodOf,
  reheaded,
  toolError,
  trap,
} from "../../support/mutate.ts";

function isUnknownTool(params: JsonObject, context: Context): boolean {
  const { name } = params;
  return typeof name === "string" && !context.offer.tools.some((one) => one.definition["name"] === name);
}

export default [
  trap(
    { name: "isError true, as older SDKs do", revisions: ["2025-11-25", "2026-07-28"] },
    handling("tools/call", (params, context, before) =>
      isUnknownTool(params, context) ? toolError("Tool not found") : before(params, context),
    ),
  ),
  trap(
    { name: "-32601", revisions: ["2025-11-25", "2026-07-28"] },
    handling("tools/call", (params, context, before) =>
      isUnknownTool(params, context) ? failure(-32601, "Tool not found") : before(params, context),
    ),
  ),
  trap(
    { name: "HTTP 404 with the error", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) =>
      methodOf(request) === "tools/call" && request.body.includes("no-such-tool-") ? reheaded(answer, {}, 404) : answer,
    ),
  ),
  trap(
    { name: "HTTP 400 with the error", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) =>
      /^x_probe_/.test(headerOf(request, "mcp-name") ?? "") ? reheaded(answer, {}, 400) : answer,
    ),
  ),
  trap(
    { name: "the 401 of a gateway that guards tools/call alone", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) =>
      methodOf(request) === "tools/call"
        ? httpText(401, '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Unauthorized"}}', [
            ["Content-Type", "application/json"],
            ["WWW-Authenticate", "Bearer"],
          ])
        : answer,
    ),
  ),
];
