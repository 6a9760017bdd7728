import { variantFiles } from "../support/matrix.ts";
import { describeVariants } from "../support/matrix-category.ts";

describeVariants(
  variantFiles(import.meta.glob("../mutants/security/*.ts", { eager: true, import: "default" })),
  variantFiles(import.meta.glob("../traps/security/*.ts", { eager: true, import: "default" })),
);
