import { variantFiles } from "../support/matrix.ts";
import { describeVariants } from "../support/matrix-category.ts";

describeVariants(
  variantFiles(import.meta.glob("../mutants/resources/*.ts", { eager: true, import: "default" })),
  variantFiles(import.meta.glob("../traps/resources/*.ts", { eager: true, import: "default" })),
);
