import type { HttpRequest } from "../../../src/model/serving.ts";
import { inFlight } from "../../support/in-flight.ts";
import { headerOf, httpText, methodOf, mutant, wrapHttp } from "../../support/mutate.ts";

const http = { transports: ["http"] } as const;

/** What the burst is made of: other checks, too, send several requests at once. */
const isPing = (request: HttpRequest): boolean => methodOf(request) === "ping";
const isNow = (request: HttpRequest): boolean => headerOf(request, "mcp-name") === "now";

export default [
  mutant({ name: "more than 40 open requests end the process", revisions: ["2025-11-25"], ...http }, () =>
    inFlight((count) => (count > 40 ? { kind: "die" } : undefined), isPing)(),
  ),
  mutant({ name: "more than 40 open calls end the process", revisions: ["2026-07-28"], ...http }, () =>
    inFlight((count) => (count > 40 ? { kind: "die" } : undefined), isNow)(),
  ),
  mutant(
    { name: "after more than 10 open calls everything is 500", revisions: ["2026-07-28"], ...http },
    ...tripping(10, isNow),
  ),
];

/** Once too many are open, all that comes is answered with 500, and so is what is open. */
function tripping(most: number, counted: (request: HttpRequest) => boolean) {
  let over = false;
  const broken = () => httpText(500, "Internal Server Error");
  return [
    () => {
      over = false;
      return inFlight((count) => {
        over ||= count > most;
        return over ? broken() : undefined;
      }, counted)();
    },
    wrapHttp(async (request, next) => {
      const response = over ? broken() : await next(request);
      return over ? broken() : response;
    }),
  ] as const;
}
