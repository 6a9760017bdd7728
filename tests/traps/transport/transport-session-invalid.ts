import { headerOf, httpAnswer, httpText, methodOf, trap, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  trap(
    { name: "400 for an unknown id", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) =>
      answer.status === 404 && request.method === "POST" ? { ...answer, status: 400 } : answer,
    ),
  ),
  trap(
    { name: "404 with a web page", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer) =>
      answer.status === 404 ? httpText(404, "<h1>Not found</h1>", [["Content-Type", "text/html"]]) : answer,
    ),
  ),
  trap({ name: "does not go by ids at all", revisions: ["2025-11-25"], transports: ["http"] }, () => {
    const ids: string[] = [];
    return wrapHttp(async (request, next) => {
      if (request.method === "DELETE") return httpText(405, "");
      const id = headerOf(request, "mcp-session-id");
      const last = ids.at(-1);
      const strange =
        methodOf(request) !== "initialize" && last !== undefined && (id === undefined || !ids.includes(id));
      const answer = await next(strange ? withHeaders(request, { "Mcp-Session-Id": last }) : request);
      const issued = answer.kind === "answer" ? headerOf(answer, "mcp-session-id") : undefined;
      if (issued !== undefined) ids.push(issued);
      return answer;
    });
  }),
];
