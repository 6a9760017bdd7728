import { isUnparsable } from "../../support/bodies.ts";
import { httpAnswer, httpText, mutant } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;
const json = [["Content-Type", "application/json"]] as const;
const said = (code: number, id: string): string =>
  `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"not good"}}`;

export default [
  mutant(
    { name: "-32603", ...both },
    httpAnswer((answer, request) => (isUnparsable(request) ? httpText(400, said(-32603, "null"), json) : answer)),
  ),
  mutant(
    { name: "-32600", ...both },
    httpAnswer((answer, request) => (isUnparsable(request) ? httpText(400, said(-32600, "null"), json) : answer)),
  ),
  mutant(
    { name: "the error has an id that nobody sent", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) => (isUnparsable(request) ? httpText(400, said(-32700, '"server-1"'), json) : answer)),
  ),
];
