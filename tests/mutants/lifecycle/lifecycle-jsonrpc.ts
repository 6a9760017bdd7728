import { answering, errorOf, mutant, setting } from "../../support/mutate.ts";
import { isUnknown } from "../../support/unknown-method.ts";

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
      revisions: ["2025-11-25", "2026-07-28"],
      alsoBreaks: ["error-method-code", "lifecycle-removed-methods", "schema-wire-valid"],
    },
    errorOf(isUnknown, (error) => ({ ...error, code: "not found" })),
  ),
  mutant(
    { name: "errors have no message", revisions: ["2025-11-25"] },
    errorOf(
      () => true,
      ({ code }) => ({ code: code ?? null }),
    ),
  ),
];
