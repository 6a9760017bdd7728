import { isUnparsable } from "../../support/bodies.ts";
import { httpAnswer, httpText, trap } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;
const json = [["Content-Type", "application/json"]] as const;

export default [
  trap(
    { name: "400 with the page of a body parser", ...both },
    httpAnswer((answer, request) =>
      isUnparsable(request) ? httpText(400, "<pre>SyntaxError</pre>", [["Content-Type", "text/html"]]) : answer,
    ),
  ),
  trap(
    { name: "400 with plain text", ...both },
    httpAnswer((answer, request) => (isUnparsable(request) ? httpText(400, "Bad JSON") : answer)),
  ),
  trap(
    { name: "-32700 with id null on 200", ...both },
    httpAnswer((answer, request) =>
      isUnparsable(request)
        ? httpText(200, '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}', json)
        : answer,
    ),
  ),
];
