import { httpAnswer, restreamed, trap, withCapabilities, without } from "../../support/mutate.ts";

export default [
  trap(
    { name: "comments and empty events before it", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer) => {
      let first = true;
      return restreamed(answer, (piece) => {
        const before = first ? ": hello\n\nretry: 1000\n\n" : "";
        first = false;
        return before + piece;
      });
    }),
  ),
  trap(
    { name: "nothing to subscribe to, and no such method", revisions: ["2026-07-28"] },
    withCapabilities({ tools: {}, resources: {}, prompts: {} }),
    without("subscriptions/listen"),
  ),
];
