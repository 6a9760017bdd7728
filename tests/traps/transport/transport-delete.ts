import { headerOf, httpAnswer, httpText, methodOf, trap, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "405", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) => (request.method === "DELETE" ? httpText(405, "") : next(request))),
  ),
  trap({ name: "400 in the ended session", revisions: ["2025-11-25"], transports: ["http"] }, () => {
    const ended = new Set<string>();
    return httpAnswer((answer, request) => {
      const id = headerOf(request, "mcp-session-id") ?? "";
      if (request.method === "DELETE") ended.add(id);
      return methodOf(request) !== "" && ended.has(id) ? { ...answer, status: 400 } : answer;
    });
  }),
  trap(
    { name: "202 to DELETE", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) => (request.method === "DELETE" ? { ...answer, status: 202 } : answer)),
  ),
  trap({ name: "the session ends a moment after DELETE", revisions: ["2025-11-25"], transports: ["http"] }, () => {
    const late = new Map<string, number>();
    return wrapHttp(async (request, next) => {
      const id = headerOf(request, "mcp-session-id") ?? "";
      if (request.method === "DELETE") {
        late.set(id, 1);
        return httpText(202, "");
      }
      const left = late.get(id);
      if (left === 0) return httpText(404, "");
      if (left !== undefined) late.set(id, left - 1);
      return next(request);
    });
  }),
];
