import { trap, withCapabilities } from "../../support/mutate.ts";

export default [
  trap(
    { name: "hints stand beside a declared listChanged", revisions: ["2026-07-28"] },
    withCapabilities({ prompts: { listChanged: true } }),
  ),
];
