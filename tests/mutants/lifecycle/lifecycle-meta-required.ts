import { isObject, type JsonObject } from "../../../src/model/json.ts";
import { hearing, mutant } from "../../support/mutate.ts";

const META = "io.modelcontextprotocol/";

/** A server that fills in what is missing. */
function completed(message: JsonObject): JsonObject {
  const params = isObject(message["params"]) ? message["params"] : {};
  if (message["id"] === undefined || message["method"] === "initialize" || "_meta" in params) return message;
  const _meta = { [`${META}protocolVersion`]: "2026-07-28", [`${META}clientCapabilities`]: {} };
  return { ...message, params: { ...params, _meta } };
}

export default [
  mutant({ name: "a missing _meta is replaced by defaults", revisions: ["2026-07-28"] }, hearing(completed)),
];
