import { resultOf, trap } from "../../support/mutate.ts";

export default [
  trap({ name: "the older initialize is answered without", revisions: ["2026-07-28"], options: { eras: "dual" } }),
  trap(
    { name: "resultType is a word of an extension", revisions: ["2026-07-28"] },
    resultOf("prompts/get", (result) =>
      "messages" in result ? { ...result, resultType: "com.example/partial" } : result,
    ),
  ),
];
