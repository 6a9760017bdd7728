import { mutant, withTools } from "../../support/mutate.ts";
import { looseReader } from "../../support/vulnerable.ts";

export default [
  mutant(
    { name: "only a leading slash is forbidden", revisions: ["2025-11-25", "2026-07-28"] },
    withTools([looseReader]),
  ),
];
