import { httpAnswer, stdioLines, trap } from "../../support/mutate.ts";

/** The first character of a string id as an escape. */
function escaped(text: string): string {
  return text.replace(
    /"id":"(.)/,
    (_all, first: string) => `"id":"\\u${first.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export default [
  trap(
    { name: "the id comes back with escapes", revisions: ["2026-07-28"], transports: ["stdio"] },
    stdioLines({ written: (line) => `${escaped(line)}\n` }),
  ),
  trap(
    { name: "the id comes back with escapes", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    httpAnswer((answer) =>
      answer.body.kind === "text" ? { ...answer, body: { kind: "text", text: escaped(answer.body.text) } } : answer,
    ),
  ),
  trap({ name: "answers are event streams", revisions: ["2025-11-25", "2026-07-28"], options: { sse: "always" } }),
];
