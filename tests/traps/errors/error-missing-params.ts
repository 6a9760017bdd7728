import { isObject } from "../../../src/model/json.ts";
import type { HttpRequest } from "../../../src/model/serving.ts";
import {
  failure,
  handling,
  httpAnswer,
  invalidParams,
  jsonOf,
  methodOf,
  reheaded,
  toolError,
  trap,
} from "../../support/mutate.ts";

const nameless = (params: { readonly [key: string]: unknown }): boolean => typeof params["name"] !== "string";

function isNameless(request: HttpRequest): boolean {
  const message = jsonOf(request);
  const params = isObject(message) ? message["params"] : undefined;
  return methodOf(request) === "tools/call" && isObject(params) && nameless(params);
}

export default [
  trap(
    { name: "-32603 with the words of a validator", revisions: ["2025-11-25", "2026-07-28"] },
    handling("tools/call", (params, context, before) =>
      nameless(params) ? failure(-32603, "name: Required") : before(params, context),
    ),
  ),
  trap(
    { name: "HTTP 400 with the error", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) => (isNameless(request) ? reheaded(answer, {}, 400) : answer)),
  ),
  trap(
    { name: "isError true", revisions: ["2025-11-25"] },
    handling("tools/call", (params, context, before) =>
      nameless(params) ? toolError("name is missing") : before(params, context),
    ),
  ),
  trap(
    { name: "-32020 for the header that lacks", revisions: ["2026-07-28"], transports: ["http"] },
    handling("tools/call", (params, context, before) =>
      nameless(params) ? failure(-32020, "Header mismatch: Mcp-Name is missing") : before(params, context),
    ),
  ),
  trap(
    { name: "the details stand in data", revisions: ["2025-11-25", "2026-07-28"] },
    handling("tools/call", (params, context, before) =>
      nameless(params)
        ? invalidParams("Invalid params", [{ path: ["name"], message: "Required" }])
        : before(params, context),
    ),
  ),
];
