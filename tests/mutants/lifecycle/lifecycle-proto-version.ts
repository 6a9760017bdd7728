import { mutant, setting } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "the version is 1.0", revisions: ["2025-11-25"] },
    setting("initialize", "/result/protocolVersion", "1.0"),
  ),
  mutant(
    { name: "a day that does not exist", revisions: ["2025-11-25"] },
    setting("initialize", "/result/protocolVersion", "2025-02-30"),
  ),
];
