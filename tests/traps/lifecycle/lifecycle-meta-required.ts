import type { Json } from "../../../src/model/json.ts";
import { isObject } from "../../../src/model/json.ts";
import { answering, errorOf, stdioLines, trap } from "../../support/mutate.ts";

const COMPLETE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

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
  // The process that refused an unknown version is legacy from then on: it shows nothing of what others do.
  trap(
    {
      name: "an unknown version makes a server of both eras a legacy one for good",
      revisions: ["2026-07-28"],
      transports: ["stdio"],
      options: { eras: "dual" },
      alsoBreaks: ["schema-result-type", "schema-wire-valid"],
    },
    stdioLines(() => {
      let legacy = false;
      return {
        heard(line) {
          if (line.includes('"1900-01-01"')) legacy = true;
          if (!legacy || line.includes("/protocolVersion") || !line.includes('"id"')) return [line];
          return [JSON.stringify({ ...JSON.parse(line), params: { _meta: COMPLETE } })];
        },
        written(line) {
          if (!legacy || !line.includes('"tools"')) return `${line}\n`;
          return `${line.replace('"resultType":"complete",', "")}\n`;
        },
      };
    }),
  ),
];
