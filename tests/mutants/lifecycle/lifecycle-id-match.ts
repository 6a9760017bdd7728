import { answering, mutant } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "ids become strings", revisions: ["2025-11-25"] },
    answering("*", (message) =>
      typeof message["id"] === "number" ? { ...message, id: String(message["id"]) } : message,
    ),
  ),
  mutant(
    { name: "0 is taken for no id", revisions: ["2025-11-25", "2026-07-28"], alsoBreaks: ["schema-wire-valid"] },
    answering("*", (message) => (message["id"] === 0 ? { ...message, id: null } : message)),
  ),
  mutant(
    { name: "large ids lose their last digits", revisions: ["2025-11-25", "2026-07-28"] },
    answering("*", (message) =>
      message["id"] === Number.MAX_SAFE_INTEGER ? { ...message, id: Number.MAX_SAFE_INTEGER - 1 } : message,
    ),
  ),
  mutant(
    { name: "a request with the id 0 gets no answer", revisions: ["2025-11-25"] },
    answering("*", (message) => (message["id"] === 0 ? [] : message)),
  ),
];
