import { isObject, type JsonObject } from "../../../src/model/json.ts";
import { hearing, mutant } from "../../support/mutate.ts";

const META = "io.modelcontextprotocol/";

/** A server that fills in what is missing. */
function completed(message: JsonObject): JsonObject {
  const params = isObject(message["params"]) ? message["params"] : {};
  const meta = params["_meta"];
  if (!isObject(meta) || `${META}clientCapabilities` in meta) return message;
  return { ...message, params: { ...params, _meta: { ...meta, [`${META}clientCapabilities`]: {} } } };
}

export default [
  mutant(
    { name: "a missing clientCapabilities is replaced by a default", revisions: ["2026-07-28"] },
    hearing(completed),
  ),
];
