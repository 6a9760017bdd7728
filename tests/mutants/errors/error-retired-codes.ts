import { errorOf, mutant } from "../../support/mutate.ts";

const modern = { revisions: ["2026-07-28"] } as const;

export default [
  mutant(
    { name: "what is not there is -32002", ...modern, alsoBreaks: ["resources-not-found"] },
    errorOf(["prompts/get", "resources/read", "tools/call"], (error) =>
      error["code"] === -32602 ? { ...error, code: -32002 } : error,
    ),
  ),
  mutant(
    { name: "a tool that is not there is -32042", ...modern },
    errorOf("tools/call", (error) => (error["code"] === -32602 ? { ...error, code: -32042 } : error)),
  ),
];
