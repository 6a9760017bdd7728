import { isNoMessage } from "../../support/bodies.ts";
import { exitsOn, httpAnswer, httpText, mutant } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;

export default [
  mutant(
    { name: "anything without an id is taken for a notification", ...both },
    httpAnswer((answer, request) => (isNoMessage(request) ? httpText(202, "") : answer)),
  ),
  mutant(
    { name: "a body without method gets an empty result", ...both },
    httpAnswer((answer, request) =>
      isNoMessage(request)
        ? httpText(200, '{"jsonrpc":"2.0","id":null,"result":{}}', [["Content-Type", "application/json"]])
        : answer,
    ),
  ),
  mutant(
    { name: "the dispatcher fails", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) => (isNoMessage(request) ? httpText(500, "Internal Server Error") : answer)),
  ),
  mutant(
    { name: "the process ends", ...both },
    exitsOn((message) => message["jsonrpc"] === undefined, { after: true }),
  ),
];
