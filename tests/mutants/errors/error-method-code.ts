import { errorOf, mutant } from "../../support/mutate.ts";
import { isUnknown } from "../../support/unknown-method.ts";

export default [
  mutant(
    {
      name: "the default branch answers -32603",
      revisions: ["2025-11-25", "2026-07-28"],
      alsoBreaks: ["lifecycle-removed-methods", "transport-method-not-found-404"],
    },
    errorOf(isUnknown, () => ({ code: -32603, message: "Internal error" })),
  ),
  mutant(
    {
      name: "-32600",
      revisions: ["2026-07-28"],
      alsoBreaks: ["lifecycle-removed-methods", "transport-method-not-found-404"],
    },
    errorOf(isUnknown, () => ({ code: -32600, message: "Invalid request: unknown method" })),
  ),
];
