import { setting, trap } from "../../support/mutate.ts";

export default [
  trap(
    { name: "a dual-era server lists the other era too", revisions: ["2026-07-28"], options: { eras: "dual" } },
    setting("server/discover", "/result/supportedVersions", ["2026-07-28", "2025-11-25"]),
  ),
  trap({ name: "a dual-era server leaves the other era out", revisions: ["2026-07-28"], options: { eras: "dual" } }),
  trap(
    { name: "a draft label beside it", revisions: ["2026-07-28"] },
    setting("server/discover", "/result/supportedVersions", ["2026-07-28", "DRAFT-2027-v1"]),
  ),
];
