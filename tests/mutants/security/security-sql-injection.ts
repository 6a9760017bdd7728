import { mutant, withTools } from "../../support/mutate.ts";
import { concatenatedSql } from "../../support/vulnerable.ts";

export default [
  mutant(
    { name: "a statement is put together from the argument", revisions: ["2025-11-25", "2026-07-28"] },
    withTools([concatenatedSql]),
  ),
];
