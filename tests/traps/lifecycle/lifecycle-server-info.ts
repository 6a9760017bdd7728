import { setting, trap } from "../../support/mutate.ts";

const INFO = "/result/_meta/io.modelcontextprotocol~1serverInfo";

export default [
  trap(
    { name: "the version is a word", revisions: ["2025-11-25"] },
    setting("initialize", "/result/serverInfo/version", "dev"),
  ),
  trap(
    { name: "unknown further members", revisions: ["2025-11-25"] },
    setting("initialize", "/result/serverInfo/vendor", { name: "x" }),
  ),
  trap(
    { name: "title, icons and website", revisions: ["2026-07-28"] },
    setting("server/discover", INFO, {
      name: "reference",
      version: "1.0.0",
      title: "Reference",
      websiteUrl: "https://example.com/",
      icons: [{ src: "https://example.com/icon.png" }],
    }),
  ),
  trap({ name: "an empty version", revisions: ["2026-07-28"] }, setting("server/discover", `${INFO}/version`, "")),
];
