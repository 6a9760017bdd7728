import type { HttpRequest } from "../../../src/model/serving.ts";
import { httpAnswer, httpText, jsonOf, methodOf, mutant } from "../../support/mutate.ts";

function isNotification(request: HttpRequest): boolean {
  const json = jsonOf(request);
  return methodOf(request) !== "" && typeof json === "object" && json !== null && !("id" in json);
}

export default [
  mutant(
    { name: "202 with the word Accepted", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) =>
      isNotification(request) && answer.status === 202
        ? httpText(202, "Accepted", [["Content-Type", "text/plain"]])
        : answer,
    ),
  ),
  mutant(
    {
      name: "202 with a JSON body",
      revisions: ["2026-07-28"],
      transports: ["http"],
      alsoBreaks: ["schema-wire-valid"],
    },
    httpAnswer((answer, request) =>
      isNotification(request) ? httpText(202, '{"ok":true}', [["Content-Type", "application/json"]]) : answer,
    ),
  ),
  mutant(
    { name: "204", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) => (isNotification(request) && answer.status === 202 ? httpText(204, "") : answer)),
  ),
  mutant(
    { name: "200 with null", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) =>
      isNotification(request) && answer.status === 202
        ? httpText(200, "null", [["Content-Type", "application/json"]])
        : answer,
    ),
  ),
  mutant(
    { name: "an event stream that says hello", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) =>
      isNotification(request) && answer.status === 202
        ? httpText(202, ": hello\n\n", [["Content-Type", "text/event-stream"]])
        : answer,
    ),
  ),
];
