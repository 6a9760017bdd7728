import type { HttpAnswer } from "../../support/mutate.ts";
import { httpAnswer, methodOf, mutant, reheaded, restreamed } from "../../support/mutate.ts";

/** The answer with another text. */
function retold(answer: HttpAnswer, change: (text: string) => string): HttpAnswer {
  return answer.body.kind === "text" ? { ...answer, body: { kind: "text", text: change(answer.body.text) } } : answer;
}

export default [
  mutant(
    { name: "ping is answered as text/plain", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) =>
      methodOf(request) === "ping" && answer.status === 200
        ? reheaded(answer, { "Content-Type": "text/plain" })
        : answer,
    ),
  ),
  mutant(
    {
      name: "tools/list is answered without a Content-Type",
      revisions: ["2025-11-25", "2026-07-28"],
      transports: ["http"],
    },
    httpAnswer((answer, request) =>
      methodOf(request) === "tools/list" && answer.status === 200 ? reheaded(answer, { "Content-Type": null }) : answer,
    ),
  ),
  mutant(
    { name: "all is answered as text/plain", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer) =>
      answer.status === 200 && answer.body.kind === "text"
        ? reheaded(answer, { "Content-Type": "text/plain" })
        : answer,
    ),
  ),
  mutant(
    { name: "a list comes in an array", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) =>
      methodOf(request) === "prompts/list" && answer.status === 200 ? retold(answer, (text) => `[${text}]`) : answer,
    ),
  ),
  mutant(
    {
      name: "a greeting stands before the response in the stream",
      revisions: ["2026-07-28"],
      transports: ["http"],
      options: { sse: "always" },
    },
    httpAnswer((answer, request) =>
      methodOf(request) === "resources/list" ? restreamed(answer, (piece) => `data: hello\n\n${piece}`) : answer,
    ),
  ),
];
