import { answering, failure, handling, mutant } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "server/discover does not exist", revisions: ["2026-07-28"] },
    handling("server/discover", () => failure(-32601, "Method not found"), ["modern"]),
  ),
  mutant(
    { name: "server/discover gets no answer", revisions: ["2026-07-28"], transports: ["stdio"] },
    answering("server/discover", () => []),
  ),
];
