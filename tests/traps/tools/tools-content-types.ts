import { resultOf, trap } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

function holding(...blocks: readonly object[]) {
  return resultOf("tools/call", (result) =>
    Array.isArray(result["content"]) ? { ...result, content: blocks as never } : result,
  );
}

export default [
  trap({ name: "a text is empty", revisions: both }, holding({ type: "text", text: "" })),
  trap(
    { name: "blocks have annotations and _meta", revisions: both },
    holding({ type: "text", text: "a", annotations: { priority: 1 }, _meta: { "com.example/a": 1 } }),
  ),
  trap(
    { name: "a block has members that nobody knows", revisions: both },
    holding({ type: "text", text: "a", lang: "en" }),
  ),
  trap(
    { name: "a link leads to what is not listed", revisions: both },
    holding({ type: "resource_link", uri: "memo://elsewhere", name: "elsewhere" }),
  ),
  trap({ name: "there is no content", revisions: both }, holding()),
];
