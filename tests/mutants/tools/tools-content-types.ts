import type { Json, JsonObject } from "../../../src/model/json.ts";
import { hearing, mutant, resultOf } from "../../support/mutate.ts";

/** One block in place of the content of every complete result. */
function holding(block: Json) {
  return resultOf("tools/call", (result) =>
    Array.isArray(result["content"]) ? { ...result, content: [block] } : result,
  );
}

const both = ["2025-11-25", "2026-07-28"] as const;
const alsoBreaks = ["schema-wire-valid"];

/** The client is taken for an older one, and the server speaks to it as it would to such a client. */
function negotiating(protocolVersion: string) {
  return hearing((message) =>
    message["method"] === "initialize"
      ? { ...message, params: { ...(message["params"] as JsonObject), protocolVersion } }
      : message,
  );
}

export default [
  mutant(
    { name: "an image has no data", revisions: both, alsoBreaks },
    holding({ type: "image", mimeType: "image/png" }),
  ),
  mutant({ name: "an image has no mimeType", revisions: both, alsoBreaks }, holding({ type: "image", data: "aGk=" })),
  mutant({ name: "the type is json", revisions: both, alsoBreaks }, holding({ type: "json", json: { a: 1 } })),
  mutant({ name: "a block has no type", revisions: both, alsoBreaks }, holding({ text: "hello" })),
  mutant({ name: "a block is a text", revisions: both, alsoBreaks }, holding("hello")),
  mutant({ name: "the text is a number", revisions: both, alsoBreaks }, holding({ type: "text", text: 7 })),
  mutant(
    { name: "a link has no name", revisions: both, alsoBreaks },
    holding({ type: "resource_link", uri: "memo://a" }),
  ),
  mutant(
    { name: "an embedded resource is empty", revisions: both, alsoBreaks },
    holding({ type: "resource", resource: { uri: "memo://a", mimeType: "text/plain" } }),
  ),
  mutant(
    {
      name: "a link goes to a client of 2024-11-05",
      revisions: ["2025-11-25"],
      alsoBreaks: ["lifecycle-version-negotiate"],
    },
    negotiating("2024-11-05"),
    holding({ type: "resource_link", uri: "memo://a", name: "a" }),
  ),
];
