import type { Json } from "../../../src/model/json.ts";
import { isObject } from "../../../src/model/json.ts";
import { answering, errorOf, trap } from "../../support/mutate.ts";

function hasMeta(params: Json | undefined): boolean {
  return isObject(params) && isObject(params["_meta"]);
}

export default [
  trap(
    {
      name: "a dual-era process serves it in the way of an earlier revision",
      revisions: ["2026-07-28"],
      transports: ["stdio"],
      options: { eras: "dual" },
    },
    answering(
      ({ request }) => request?.method === "tools/list" && !hasMeta(request.params),
      ({ id = null }) => ({ jsonrpc: "2.0", id, result: { tools: [] } }),
    ),
  ),
  trap({
    name: "a dual-era server reads it as an earlier revision's",
    revisions: ["2026-07-28"],
    options: { eras: "dual" },
  }),
  trap(
    { name: "the header without counterpart is what is refused", revisions: ["2026-07-28"], transports: ["http"] },
    errorOf(
      ({ request }) => !hasMeta(request?.params),
      (error) => (error["code"] === -32602 ? { code: -32020, message: "header and body differ" } : error),
    ),
  ),
];
