import { isObject } from "../../../src/model/json.ts";
import {
  handling,
  hearing,
  invalidParams,
  mapLast,
  result,
  said,
  text,
  tool,
  toolError,
  trap,
  withTools,
} from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "the tool fails, and says so", revisions: both },
    withTools([tool("find", { id: { type: "string" } }, () => toolError("There is no such thing"))], "only"),
  ),
  trap(
    { name: "content is empty beside structuredContent", revisions: both },
    withTools([tool("count", {}, () => result({ content: [], structuredContent: { count: 3 } }))], "only"),
  ),
  trap(
    { name: "structuredContent is an array, as it may be", revisions: ["2026-07-28"] },
    withTools([tool("list", {}, () => result({ content: [text("[1]")], structuredContent: [1] }))], "only"),
  ),
  trap(
    { name: "placeholders are not accepted", revisions: both },
    withTools([tool("find", { id: { type: "string" } }, () => invalidParams("There is no such id"))], "only"),
  ),
  trap(
    { name: "only tools that destroy something", revisions: both },
    withTools([tool("wipe", {}, () => said("gone"), { annotations: { destructiveHint: true } })], "only"),
  ),
  trap(
    { name: "progress is told before the result", revisions: ["2026-07-28"] },
    hearing((message) => {
      const { method, params } = message;
      if (method !== "tools/call" || !isObject(params) || !isObject(params["_meta"])) return message;
      return { ...message, params: { ...params, _meta: { progressToken: "own", ...params["_meta"] } } };
    }),
  ),
  trap(
    { name: "the result comes with members that nobody knows", revisions: both },
    handling("tools/call", (params, context, before) =>
      mapLast(before(params, context), (last) =>
        last.kind === "error" ? last : result({ ...last.result, tookMs: 12 }),
      ),
    ),
  ),
];
