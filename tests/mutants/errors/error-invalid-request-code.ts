import { lacksMethod } from "../../support/bodies.ts";
import { httpAnswer, httpText, mutant } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;
const json = [["Content-Type", "application/json"]] as const;
const said = (code: number, message: string): string =>
  `{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":"${message}"}}`;

export default [
  mutant(
    { name: "what fits no message is a parse error", ...both },
    httpAnswer((answer, request) => (lacksMethod(request) ? httpText(400, said(-32700, "Parse error"), json) : answer)),
  ),
  mutant(
    { name: "a missing method is looked up", ...both },
    httpAnswer((answer, request) =>
      lacksMethod(request) ? httpText(200, said(-32601, "undefined not found"), json) : answer,
    ),
  ),
  mutant(
    { name: "a message without method is accepted", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) => (lacksMethod(request) ? httpText(202, "") : answer)),
  ),
];
