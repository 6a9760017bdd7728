import { mutant, withTools } from "../../support/mutate.ts";
import { blocklistFetch, openFetch } from "../../support/vulnerable.ts";

export default [
  mutant(
    { name: "fetches whatever it is given", revisions: ["2025-11-25"], transports: ["http"] },
    withTools([openFetch]),
  ),
  mutant(
    { name: "blocks one spelling and fetches the others", revisions: ["2026-07-28"] },
    withTools([blocklistFetch]),
  ),
];
