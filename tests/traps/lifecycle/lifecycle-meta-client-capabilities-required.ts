import { errorOf, trap } from "../../support/mutate.ts";

export default [
  trap({ name: "the empty object is served", revisions: ["2026-07-28"] }),
  trap(
    { name: "the error says nothing of the key", revisions: ["2026-07-28"] },
    errorOf("*", (error) => (error["code"] === -32602 ? { ...error, message: "no" } : error)),
  ),
];
