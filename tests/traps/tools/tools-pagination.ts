import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { headerValue } from "../../../src/protocol/headers.ts";
import { handling, hearing, result, resultOf, trap } from "../../support/mutate.ts";

const SESSION = "com.example/session";

const both = ["2025-11-25", "2026-07-28"] as const;

const TOOLS: readonly Json[] = ["a", "b", "c", "d"].map((name) => ({
  name,
  inputSchema: { type: "object" },
  annotations: { destructiveHint: true },
}));

/** Pages by a cursor that says where they begin. */
function pagesOf(sizes: readonly number[], cursorOf: (page: number) => string) {
  return handling("tools/list", (params, context, before) => {
    if (params["cursor"] !== undefined && !sizes.some((_, page) => cursorOf(page) === params["cursor"])) {
      return before(params, context);
    }
    const page =
      params["cursor"] === undefined ? 0 : sizes.findIndex((_, one) => one > 0 && cursorOf(one) === params["cursor"]);
    const start = sizes.slice(0, page).reduce((sum, one) => sum + one, 0);
    const tools = TOOLS.slice(start, start + (sizes[page] ?? 0));
    const hints = context.era === "modern" ? { ttlMs: 0, cacheScope: "private" } : {};
    return result({ tools, ...hints, ...(page + 1 < sizes.length ? { nextCursor: cursorOf(page + 1) } : {}) });
  });
}

export default [
  trap(
    { name: "the last page is empty", revisions: both },
    pagesOf([2, 2, 0], (page) => `p${page}`),
  ),
  trap(
    { name: "pages are of any size", revisions: both },
    pagesOf([1, 0, 3], (page) => `p${page}`),
  ),
  trap(
    { name: "an empty cursor goes on", revisions: ["2026-07-28"] },
    pagesOf([2, 2], (page) => (page === 1 ? "" : "x")),
  ),
  trap(
    { name: "a tool stands on two pages", revisions: both },
    resultOf("tools/list", (one) => ({ ...one, tools: [TOOLS[0] as Json, ...(one["tools"] as readonly Json[])] })),
  ),
  trap(
    { name: "the cursor is always the same, and the session keeps the place", revisions: ["2025-11-25"] },
    hearing((message, headers) => {
      const { method, params = {} } = message;
      if (method !== "tools/list" || !isObject(params)) return message;
      const session = headerValue(headers, "mcp-session-id") ?? "";
      return { ...message, params: { ...params, _meta: { ...(params["_meta"] as JsonObject), [SESSION]: session } } };
    }),
    () => {
      const places = new Map<string, number>();
      return handling("tools/list", (params, context, before) => {
        if (params["cursor"] !== undefined && params["cursor"] !== "more") return before(params, context);
        const session = String(context.meta[SESSION]);
        const page = params["cursor"] === undefined ? 0 : (places.get(session) ?? 0) + 1;
        places.set(session, page);
        const tools = TOOLS.slice(page, page + 1);
        return result({ tools, ...(page < TOOLS.length - 1 ? { nextCursor: "more" } : {}) });
      });
    },
  ),
];
