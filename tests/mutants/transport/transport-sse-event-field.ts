import { httpAnswer, mutant, restreamed } from "../../support/mutate.ts";

export default [
  mutant(
    {
      name: "responses are written as event: response",
      revisions: ["2025-11-25"],
      transports: ["http"],
      options: { sse: "always" },
    },
    httpAnswer((answer) => restreamed(answer, (piece) => piece.replace("event: message\n", "event: response\n"))),
  ),
];
