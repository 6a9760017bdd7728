import { isObject } from "../../../src/model/json.ts";
import { headerValue } from "../../../src/protocol/headers.ts";
import { headerOf, hearing, httpAnswer, restreamed, resultOf, setting, trap, withTools } from "../../support/mutate.ts";

export default [
  trap({ name: "there are no tools", revisions: ["2025-11-25", "2026-07-28"] }, withTools([], "only")),
  trap({ name: "the list has pages", revisions: ["2025-11-25", "2026-07-28"], options: { pageSize: 1 } }),
  trap(
    { name: "the result has members that nobody knows", revisions: ["2025-11-25", "2026-07-28"] },
    setting("tools/list", "/result/generatedAt", "2026-01-01"),
  ),
  trap(
    {
      name: "the set depends on the credential",
      revisions: ["2026-07-28"],
      transports: ["http"],
      user: { headers: [["X-User", "one"]] },
    },
    hearing((message, headers) => {
      const { params } = message;
      if (!isObject(params) || headerValue(headers, "x-user") !== undefined) return message;
      return {
        ...message,
        params: { ...params, _meta: { ...(params["_meta"] as object), "com.example/guest": true } },
      };
    }),
    resultOf("tools/list", (result, { request }) => {
      const guest = JSON.stringify(request?.params ?? {}).includes("com.example/guest");
      return { ...result, cacheScope: "private", ...(guest ? { tools: [] } : {}) };
    }),
  ),
  trap(
    {
      name: "the answer is an event stream that begins with a comment",
      revisions: ["2025-11-25", "2026-07-28"],
      transports: ["http"],
      options: { sse: "always" },
    },
    httpAnswer((answer) =>
      headerOf(answer, "content-type")?.startsWith("text/event-stream") === true
        ? restreamed(answer, (piece) => `: soon\n\n${piece}`)
        : answer,
    ),
  ),
];
