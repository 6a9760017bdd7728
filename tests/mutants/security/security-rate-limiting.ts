import { inFlight } from "../../support/in-flight.ts";
import { httpText, mutant } from "../../support/mutate.ts";

const http = { transports: ["http"] } as const;

export default [
  mutant({ name: "more than 40 open requests end the process", revisions: ["2025-11-25"], ...http }, () => {
    let over = false;
    return inFlight((count) => {
      over ||= count > 40;
      return over ? { kind: "die" } : undefined;
    })();
  }),
  mutant({ name: "after more than 40 open requests everything is 500", revisions: ["2026-07-28"], ...http }, () => {
    let over = false;
    return inFlight((count) => {
      over ||= count > 40;
      return over ? httpText(500, "Internal Server Error") : undefined;
    })();
  }),
  mutant({ name: "more than 20 open requests end the process", revisions: ["2026-07-28"], ...http }, () => {
    let over = false;
    return inFlight((count) => {
      over ||= count > 20;
      return over ? { kind: "die" } : undefined;
    })();
  }),
];
