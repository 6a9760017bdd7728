import { errorOf, exitsOn, trap } from "../../support/mutate.ts";

/** In all processes of one run. */
let initializes = 0;

export default [
  trap({ name: "initialize is served", revisions: ["2026-07-28"], options: { eras: "dual" } }),
  trap(
    { name: "initialize is an unknown method", revisions: ["2026-07-28"] },
    errorOf("initialize", () => ({ code: -32601, message: "Method not found; this server speaks 2026-07-28" })),
  ),
  trap({ name: "processes end by chance, twice", revisions: ["2026-07-28"], transports: ["stdio"] }, (process) => {
    // The first of all is built before any test of it begins.
    if (process === 0) initializes = 0;
    return exitsOn((message) => {
      if (message["method"] !== "initialize") return false;
      initializes += 1;
      return initializes <= 2;
    });
  }),
];
