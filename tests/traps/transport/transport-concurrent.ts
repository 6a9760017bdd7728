import { httpText, methodOf, trap, wrapHttp } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;

function isPlain(method: string): boolean {
  return method === "ping" || method === "server/discover";
}

export default [
  trap({ name: "answers come in any order", revisions: BOTH, transports: ["http"] }, () => {
    let turn = 0;
    return wrapHttp(async (request, next) => {
      turn += 7;
      const ms = turn % 10;
      await new Promise((resolve) => setTimeout(resolve, ms));
      return next(request);
    });
  }),
  ...[429, 503].map((status) =>
    trap({ name: `some are turned away with ${status}`, revisions: BOTH, transports: ["http"] }, () => {
      let open = 0;
      return wrapHttp(async (request, next) => {
        if (!isPlain(methodOf(request))) return next(request);
        if (open >= 4) return httpText(status, "", [["Retry-After", "0"]]);
        open += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
        open -= 1;
        return next(request);
      });
    }),
  ),
  trap({ name: "some as JSON, some as an event stream", revisions: BOTH, transports: ["http"] }, () => {
    let turn = 0;
    return wrapHttp(async (request, next) => {
      const answer = await next(request);
      turn += 1;
      if (turn % 2 === 0 || !isPlain(methodOf(request))) return answer;
      if (answer.kind !== "answer" || answer.body.kind !== "text" || answer.status !== 200) return answer;
      return httpText(200, `data: ${answer.body.text}\n\n`, [["Content-Type", "text/event-stream"]]);
    });
  }),
];
