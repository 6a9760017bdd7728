import { answering, httpAnswer, stdioLines, trap } from "../../support/mutate.ts";

/** The id of a response as 7.0, the same JSON number as 7. */
function withFraction(text: string): string {
  return text.startsWith('{"jsonrpc"') ? text.replace(/"id":(-?\d+)(?=[,}])/, '"id":$1.0') : text;
}

export default [
  trap(
    { name: "a log message before the answer", revisions: ["2025-11-25"] },
    answering("ping", (message) => [
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "busy" } },
      message,
    ]),
  ),
  trap(
    { name: "ids are written with a fraction of zero", revisions: ["2025-11-25", "2026-07-28"], transports: ["stdio"] },
    stdioLines({ written: (line) => `${withFraction(line)}\n` }),
  ),
  trap(
    { name: "ids are written with a fraction of zero", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    httpAnswer((answer) =>
      answer.body.kind === "text"
        ? { ...answer, body: { kind: "text", text: withFraction(answer.body.text) } }
        : answer,
    ),
  ),
];
