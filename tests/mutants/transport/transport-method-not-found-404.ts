import { httpAnswer, methodOf, mutant, reheaded } from "../../support/mutate.ts";
import { asksUnknown } from "../../support/unknown-method.ts";

const HERE = { revisions: ["2026-07-28"], transports: ["http"] } as const;
const REMOVED = ["ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"];

export default [
  mutant(
    { name: "-32601 comes under 200", ...HERE },
    httpAnswer((answer, request) => (asksUnknown(request) ? reheaded(answer, {}, 200) : answer)),
  ),
  mutant(
    { name: "-32601 comes under 400", ...HERE },
    httpAnswer((answer, request) => (asksUnknown(request) ? reheaded(answer, {}, 400) : answer)),
  ),
  mutant(
    { name: "only removed methods come under 200", ...HERE },
    httpAnswer((answer, request) => (REMOVED.includes(methodOf(request)) ? reheaded(answer, {}, 200) : answer)),
  ),
];
