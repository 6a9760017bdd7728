import { inFlight } from "../../support/in-flight.ts";
import { httpText, trap } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;

export default [
  trap({ name: "nothing is limited", ...both }),
  trap(
    { name: "429 with Retry-After for more than 20 at once", ...both },
    inFlight((count) => (count > 20 ? httpText(429, "", [["Retry-After", "1"]]) : undefined)),
  ),
  trap(
    { name: "some are answered with 503", ...both },
    inFlight((count) => (count > 30 ? httpText(503, "busy") : undefined)),
  ),
];
