import { mutant, resultOf } from "../../support/mutate.ts";

/** Changes complete results only: those that ask for input have no content. */
function complete(change: (result: { readonly [key: string]: never }) => object) {
  return resultOf("tools/call", (result) =>
    result["resultType"] === "input_required" || "task" in result ? result : (change(result as never) as never),
  );
}

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

export default [
  mutant(
    { name: "there is structuredContent and no content", revisions: both, alsoBreaks },
    complete(({ content, ...rest }) => ({ ...rest, structuredContent: { said: content } })),
  ),
  mutant(
    { name: "content is a text", revisions: both, alsoBreaks },
    complete((result) => ({ ...result, content: "done" })),
  ),
  mutant(
    { name: "isError is a text", revisions: both, alsoBreaks },
    complete((result) => ({ ...result, isError: "false" })),
  ),
  mutant(
    { name: "structuredContent is an array", revisions: ["2025-11-25"] },
    complete((result) => ({ ...result, structuredContent: [1] })),
  ),
];
