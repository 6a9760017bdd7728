import { handling, mutant, tell } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "every tools/call logs", revisions: ["2026-07-28"] },
    handling(
      "tools/call",
      (params, context, before) =>
        tell([{ method: "notifications/message", params: { level: "info", data: "called" } }], before(params, context)),
      ["modern"],
    ),
  ),
];
