import { isUnparsable } from "../../support/bodies.ts";
import { httpAnswer, httpText, trap } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;
const json = [["Content-Type", "application/json"]] as const;
const said = (code: number, id: string): string =>
  `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"Parse error"}}`;

export default [
  trap(
    { name: "a bare 400", ...both },
    httpAnswer((answer, request) => (isUnparsable(request) ? httpText(400, "") : answer)),
  ),
  trap(
    { name: "-32700 on 200, id null", ...both },
    httpAnswer((answer, request) => (isUnparsable(request) ? httpText(200, said(-32700, "null"), json) : answer)),
  ),
  trap(
    { name: "a code of the server's own range", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) => (isUnparsable(request) ? httpText(400, said(-32000, "null"), json) : answer)),
  ),
  trap(
    { name: "500 without a body", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) => (isUnparsable(request) ? httpText(500, "") : answer)),
  ),
];
