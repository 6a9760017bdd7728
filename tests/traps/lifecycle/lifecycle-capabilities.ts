import { handling, setting, trap, withCapabilities, withoutFeatures } from "../../support/mutate.ts";

export default [
  trap(
    { name: "nothing is declared", revisions: ["2025-11-25", "2026-07-28"] },
    withoutFeatures("tools", "resources", "prompts", "completions", "logging"),
  ),
  trap(
    { name: "unknown keys, those of clients among them", revisions: ["2025-11-25", "2026-07-28"] },
    withCapabilities({ sampling: {}, roots: { listChanged: true }, vendor: true }),
  ),
  trap(
    { name: "experimental with null in it", revisions: ["2025-11-25", "2026-07-28"] },
    withCapabilities({ experimental: { "com.example/x": { a: null, b: 1.5 } } }),
  ),
  trap(
    { name: "a key that an older revision does not know", revisions: ["2025-11-25"] },
    handling("initialize", (params, context, before) => before({ ...params, protocolVersion: "2024-11-05" }, context), [
      "legacy",
    ]),
    setting("initialize", "/result/capabilities/tasks", true),
  ),
];
