import { isNoMessage } from "../../support/bodies.ts";
import { httpAnswer, httpText, trap } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;
const json = [["Content-Type", "application/json"]] as const;
const said = (code: number): string =>
  `{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":"Invalid Request"}}`;

export default [
  trap(
    { name: "400 without a body", ...both },
    httpAnswer((answer, request) => (isNoMessage(request) ? httpText(400, "") : answer)),
  ),
  trap(
    { name: "400 with plain text", ...both },
    httpAnswer((answer, request) => (isNoMessage(request) ? httpText(400, "bad request") : answer)),
  ),
  trap(
    { name: "-32600 with id null on 200", ...both },
    httpAnswer((answer, request) => (isNoMessage(request) ? httpText(200, said(-32600), json) : answer)),
  ),
  trap(
    { name: "-32020, because Mcp-Method has no equal", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) => (isNoMessage(request) ? httpText(400, said(-32020), json) : answer)),
  ),
  trap(
    { name: "500", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) => (isNoMessage(request) ? httpText(500, "") : answer)),
  ),
];
