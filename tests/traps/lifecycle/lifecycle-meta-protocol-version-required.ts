import type { Json } from "../../../src/model/json.ts";
import { isObject } from "../../../src/model/json.ts";
import { errorOf, trap } from "../../support/mutate.ts";

function hasVersion(params: Json | undefined): boolean {
  const meta = isObject(params) ? params["_meta"] : undefined;
  return !isObject(meta) || "io.modelcontextprotocol/protocolVersion" in meta;
}

export default [
  trap({
    name: "a dual-era server reads it as an earlier revision's",
    revisions: ["2026-07-28"],
    options: { eras: "dual" },
  }),
  trap(
    { name: "the header without counterpart is what is refused", revisions: ["2026-07-28"], transports: ["http"] },
    errorOf(
      ({ request }) => !hasVersion(request?.params),
      (error) => (error["code"] === -32602 ? { code: -32020, message: "header and body differ" } : error),
    ),
  ),
  trap(
    { name: "the error names the missing key", revisions: ["2026-07-28"] },
    errorOf("*", (error) =>
      error["code"] === -32602 ? { ...error, data: { missing: "io.modelcontextprotocol/protocolVersion" } } : error,
    ),
  ),
];
