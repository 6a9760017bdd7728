import { mutant, removing, resultOf, setting } from "../../support/mutate.ts";

export default [
  mutant({ name: "no version", revisions: ["2025-11-25"] }, removing("initialize", "/result/serverInfo/version")),
  mutant(
    { name: "the name is a number", revisions: ["2025-11-25"] },
    setting("initialize", "/result/serverInfo/name", 7),
  ),
  mutant(
    { name: "serverInfo stands in the result itself", revisions: ["2026-07-28"] },
    resultOf("server/discover", ({ _meta, ...rest }) => ({ ...rest, serverInfo: { name: "reference", version: "1" } })),
  ),
];
