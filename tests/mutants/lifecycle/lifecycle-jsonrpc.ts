import { answering, errorOf, mutant, setting } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "results carry error null too", revisions: ["2025-11-25", "2026-07-28"] },
    answering("*", (message) => ("result" in message ? { ...message, error: null } : message)),
  ),
  mutant(
    { name: "jsonrpc is 2", revisions: ["2025-11-25", "2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    setting("tools/list", "/jsonrpc", 2),
  ),
  mutant(
    {
      name: "the code is a text",
      revisions: ["2026-07-28"],
      alsoBreaks: ["error-method-code", "schema-wire-valid"],
    },
    errorOf(
      ({ request }) => request?.method.startsWith("x-probe/") === true,
      (error) => ({ ...error, code: "not found" }),
    ),
  ),
];
