import { httpAnswer, reheaded, trap } from "../../support/mutate.ts";

const HERE = { revisions: ["2026-07-28"], transports: ["http"] } as const;

export default [
  trap({ name: "answers that are JSON have none", ...HERE }),
  trap(
    { name: "No, in capitals", ...HERE, options: { sse: "always" } },
    httpAnswer((answer) =>
      answer.body.kind === "stream"
        ? reheaded(answer, { "X-Accel-Buffering": null, "x-accel-buffering": "NO" })
        : answer,
    ),
  ),
  trap(
    { name: "nginx has taken it out", ...HERE, options: { sse: "always" } },
    httpAnswer((answer) => reheaded(answer, { "X-Accel-Buffering": null, Server: "nginx/1.27.3" })),
  ),
  trap(
    { name: "a proxy on the way", ...HERE, options: { sse: "always" } },
    httpAnswer((answer) => reheaded(answer, { "X-Accel-Buffering": null, Via: "1.1 varnish" })),
  ),
];
