import { httpAnswer, methodOf, mutant, reheaded } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "initialize alone is answered as application/json-rpc", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) =>
      methodOf(request) === "initialize" ? reheaded(answer, { "Content-Type": "application/json-rpc" }) : answer,
    ),
  ),
];
