import { variantFiles } from "../support/matrix.ts";
import { describeVariants } from "../support/matrix-category.ts";

describeVariants(
  variantFiles(import.meta.glob("../mutants/transport/*.ts", { eager: true, import: "default" })),
  variantFiles(import.meta.glob("../traps/transport/*.ts", { eager: true, import: "default" })),
);
