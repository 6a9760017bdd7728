import { variantFiles } from "../support/matrix.ts";
import { describeVariants } from "../support/matrix-category.ts";

describeVariants(
  variantFiles(import.meta.glob("../mutants/prompts/*.ts", { eager: true, import: "default" })),
  variantFiles(import.meta.glob("../traps/prompts/*.ts", { eager: true, import: "default" })),
);
