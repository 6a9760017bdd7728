import { mutant, withTools } from "../../support/mutate.ts";
import { shellGrep } from "../../support/vulnerable.ts";

export default [
  mutant(
    { name: "a read-only tool puts its argument into a shell command", revisions: ["2025-11-25", "2026-07-28"] },
    withTools([shellGrep]),
  ),
];
