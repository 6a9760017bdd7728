import { isObject } from "../../../src/model/json.ts";
import type { HttpRequest } from "../../../src/model/serving.ts";
import { lacksMethod } from "../../support/bodies.ts";
import { httpAnswer, httpText, jsonOf, trap } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;
const json = [["Content-Type", "application/json"]] as const;
const said = (code: number, id: string): string =>
  `{"jsonrpc":"2.0",${id}"error":{"code":${code},"message":"Invalid Request"}}`;

function idOf(request: HttpRequest): string {
  const message = jsonOf(request);
  return JSON.stringify(isObject(message) ? (message["id"] ?? null) : null);
}

export default [
  trap(
    { name: "a bare 400", ...both },
    httpAnswer((answer, request) => (lacksMethod(request) ? httpText(400, "") : answer)),
  ),
  trap(
    { name: "-32600 with the id", ...both },
    httpAnswer((answer, request) =>
      lacksMethod(request) ? httpText(400, said(-32600, `"id":${idOf(request)},`), json) : answer,
    ),
  ),
  trap(
    { name: "-32600 with id null on 200", ...both },
    httpAnswer((answer, request) => (lacksMethod(request) ? httpText(200, said(-32600, '"id":null,'), json) : answer)),
  ),
  trap(
    { name: "-32600 without id", ...both },
    httpAnswer((answer, request) => (lacksMethod(request) ? httpText(400, said(-32600, ""), json) : answer)),
  ),
  trap(
    { name: "-32000", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) => (lacksMethod(request) ? httpText(400, said(-32000, ""), json) : answer)),
  ),
  trap(
    { name: "-32020 from a header check that runs first", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) => (lacksMethod(request) ? httpText(400, said(-32020, ""), json) : answer)),
  ),
];
