import { removing, setting, trap } from "../../support/mutate.ts";

export default [
  trap(
    { name: "an empty text", revisions: ["2025-11-25", "2026-07-28"] },
    setting(["initialize", "server/discover"], "/result/instructions", ""),
  ),
  trap(
    { name: "20 KB of lines", revisions: ["2025-11-25", "2026-07-28"] },
    setting(["initialize", "server/discover"], "/result/instructions", "# Heading\n\n- one\n".repeat(1000)),
  ),
  trap(
    { name: "none", revisions: ["2025-11-25", "2026-07-28"] },
    removing(["initialize", "server/discover"], "/result/instructions"),
  ),
];
