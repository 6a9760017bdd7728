import { isObject } from "../../../src/model/json.ts";
import { encodeHeaderValue } from "../../../src/protocol/headers.ts";
import { headerOf, httpAnswer, jsonOf, methodOf, mutant, withHeaders, wrapHttp } from "../../support/mutate.ts";

/** Mcp-Name is not compared for these methods. */
function careless(name: string, methods: readonly string[]) {
  return mutant(
    { name, revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => {
      const json = jsonOf(request);
      const params = isObject(json) && isObject(json["params"]) ? json["params"] : {};
      const value = params["name"] ?? params["uri"];
      return next(
        methods.includes(methodOf(request)) && headerOf(request, "mcp-name") !== undefined && typeof value === "string"
          ? withHeaders(request, { "Mcp-Name": encodeHeaderValue(value) })
          : request,
      );
    }),
  );
}

export default [
  careless("Mcp-Name is compared for tools/call only", ["resources/read", "prompts/get"]),
  careless("Mcp-Name is not compared for tools/call", ["tools/call"]),
  mutant(
    { name: "a difference is refused under 200", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) =>
      headerOf(request, "mcp-name")?.startsWith("mismatch-") === true ? { ...answer, status: 200 } : answer,
    ),
  ),
];
