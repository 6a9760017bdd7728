import { httpAnswer, reheaded, trap } from "../../support/mutate.ts";

export default [
  trap(
    {
      name: "text/event-stream; charset=utf-8",
      revisions: ["2025-11-25"],
      transports: ["http"],
      options: { sse: "always" },
    },
    httpAnswer((answer) =>
      answer.body.kind === "stream" ? reheaded(answer, { "Content-Type": "text/event-stream; charset=utf-8" }) : answer,
    ),
  ),
  trap(
    { name: "Application/JSON in capitals", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer) =>
      answer.body.kind === "text" ? reheaded(answer, { "Content-Type": "Application/JSON" }) : answer,
    ),
  ),
];
