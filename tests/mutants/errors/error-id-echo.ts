import { answering, mutant } from "../../support/mutate.ts";

function codeOf(message: { readonly [key: string]: unknown }): unknown {
  return (message["error"] as { readonly code?: unknown } | undefined)?.code;
}

const modern = { revisions: ["2026-07-28"] } as const;

export default [
  mutant(
    { name: "-32602 comes with id null", ...modern },
    answering("*", (message) => (codeOf(message) === -32602 ? { ...message, id: null } : message)),
  ),
  mutant(
    { name: "-32602 comes without an id", ...modern },
    answering("*", ({ id, ...rest }) => (codeOf(rest) === -32602 ? rest : { id: id ?? null, ...rest })),
  ),
  mutant(
    { name: "the ids of errors are texts", ...modern, alsoBreaks: ["lifecycle-id-match", "lifecycle-string-id"] },
    answering("*", (message) => ("error" in message ? { ...message, id: String(message["id"]) } : message)),
  ),
];
