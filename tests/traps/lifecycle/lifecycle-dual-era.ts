import { errorOf, trap } from "../../support/mutate.ts";

export default [
  trap({ name: "initialize is served", revisions: ["2026-07-28"], options: { eras: "dual" } }),
  trap(
    { name: "initialize is an unknown method", revisions: ["2026-07-28"] },
    errorOf("initialize", () => ({ code: -32601, message: "Method not found; this server speaks 2026-07-28" })),
  ),
];
