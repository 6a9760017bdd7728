import { trap, withTools } from "../../support/mutate.ts";
import { echoUrl, openFetch } from "../../support/vulnerable.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap({ name: "an error that names the address and quotes the URL", revisions: both }, withTools([echoUrl], "only")),
  trap(
    { name: "a fetch tool on the user's own machine", revisions: ["2025-11-25"], transports: ["stdio"] },
    withTools([openFetch], "only"),
  ),
  trap({ name: "a fetch tool that claims no block", revisions: ["2026-07-28"] }, withTools([openFetch], "only")),
];
