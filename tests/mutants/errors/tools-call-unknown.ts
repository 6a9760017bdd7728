import type { JsonObject } from "../../../src/model/json.ts";
import type { Context } from "../../../src/reference/answer.ts";
import { handling, headerOf, httpAnswer, httpText, methodOf, mutant, result, said } from "../../support/mutate.ts";

function isUnknownTool(params: JsonObject, context: Context): boolean {
  const { name } = params;
  return typeof name === "string" && !context.offer.tools.some((one) => one.definition["name"] === name);
}

export default [
  mutant(
    { name: "a text says that there is no such tool", revisions: ["2025-11-25", "2026-07-28"] },
    handling("tools/call", (params, context, before) =>
      isUnknownTool(params, context) ? said("no such tool") : before(params, context),
    ),
  ),
  mutant(
    { name: "no content", revisions: ["2025-11-25", "2026-07-28"] },
    handling("tools/call", (params, context, before) =>
      isUnknownTool(params, context) ? result({ content: [] }) : before(params, context),
    ),
  ),
  mutant(
    { name: "an unknown tool asks for input", revisions: ["2026-07-28"] },
    handling("tools/call", (params, context, before) =>
      isUnknownTool(params, context)
        ? result({ resultType: "input_required", requestState: "which tool" })
        : before(params, context),
    ),
  ),
  mutant(
    { name: "an unknown tool ends in an error page", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) =>
      methodOf(request) === "tools/call" && /^x_probe_/.test(headerOf(request, "mcp-name") ?? "")
        ? httpText(500, "Internal Server Error")
        : answer,
    ),
  ),
];
