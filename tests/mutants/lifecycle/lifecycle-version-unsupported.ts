import { errorOf, mutant } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "data.requested is left out", revisions: ["2026-07-28"] },
    errorOf("*", (error) => (error["code"] === -32022 ? { ...error, data: { supported: ["2026-07-28"] } } : error)),
  ),
  mutant(
    { name: "another code", revisions: ["2026-07-28"] },
    errorOf("*", (error) => (error["code"] === -32022 ? { ...error, code: -32602 } : error)),
  ),
];
