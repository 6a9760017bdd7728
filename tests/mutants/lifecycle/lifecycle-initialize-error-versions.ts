import { errorOf, mutant } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "initialize is an unknown method, and that is all", revisions: ["2026-07-28"] },
    errorOf("initialize", () => ({ code: -32601, message: "Method not found" })),
  ),
  mutant(
    { name: "only the version that was asked for is named", revisions: ["2026-07-28"] },
    errorOf("initialize", () => ({
      code: -32022,
      message: "Unsupported protocol version",
      data: { supported: [], requested: "2025-11-25" },
    })),
  ),
];
