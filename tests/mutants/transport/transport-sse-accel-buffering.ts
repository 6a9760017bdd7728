import { httpAnswer, methodOf, mutant, reheaded } from "../../support/mutate.ts";

const HERE = { revisions: ["2026-07-28"], transports: ["http"] } as const;

export default [
  mutant(
    { name: "the stream of subscriptions/listen goes without", ...HERE },
    httpAnswer((answer, request) =>
      methodOf(request) === "subscriptions/listen" ? reheaded(answer, { "X-Accel-Buffering": null }) : answer,
    ),
  ),
  mutant(
    { name: "no stream has it", ...HERE, options: { sse: "always" } },
    httpAnswer((answer) => reheaded(answer, { "X-Accel-Buffering": null })),
  ),
  mutant(
    { name: "it says yes", ...HERE, options: { sse: "always" } },
    httpAnswer((answer) => (answer.body.kind === "stream" ? reheaded(answer, { "X-Accel-Buffering": "yes" }) : answer)),
  ),
];
