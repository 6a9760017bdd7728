import { errorOf, trap } from "../../support/mutate.ts";

export default [
  trap({ name: "initialize is served", revisions: ["2026-07-28"], options: { eras: "dual" } }),
  trap(
    { name: "the version stands in the words, under any code", revisions: ["2026-07-28"] },
    errorOf("initialize", () => ({ code: -32601, message: "Method not found; this server speaks 2026-07-28" })),
  ),
  trap(
    { name: "the versions stand in the data of -32022", revisions: ["2026-07-28"] },
    errorOf("initialize", () => ({
      code: -32022,
      message: "Unsupported protocol version",
      data: { supported: ["2026-07-28"], requested: "2025-11-25" },
    })),
  ),
];
