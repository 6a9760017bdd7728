import { handling, trap } from "../../support/mutate.ts";

export default [
  trap({ name: "answered by an event stream", revisions: ["2026-07-28"], options: { sse: "always" } }),
  trap({ name: "takes its time the first time", revisions: ["2026-07-28"] }, () => {
    let first = true;
    return handling(
      "server/discover",
      (params, context, before) => {
        const ms = first ? 300 : 0;
        first = false;
        return { kind: "wait", ms, next: before(params, context) };
      },
      ["modern"],
    );
  }),
];
