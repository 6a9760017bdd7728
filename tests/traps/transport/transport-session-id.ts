import { headerOf, httpAnswer, httpText, methodOf, trap, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  trap({ name: "hands out an id but also serves without it", revisions: ["2025-11-25"], transports: ["http"] }, () => {
    let last: string | undefined;
    return wrapHttp(async (request, next) => {
      const bare = methodOf(request) !== "initialize" && headerOf(request, "mcp-session-id") === undefined;
      const answer = await next(
        bare && last !== undefined ? withHeaders(request, { "Mcp-Session-Id": last }) : request,
      );
      if (answer.kind === "answer") last = headerOf(answer, "mcp-session-id") ?? last;
      return answer;
    });
  }),
  trap(
    { name: "400 with an empty body", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) =>
      answer.status === 400 && headerOf(request, "mcp-session-id") === undefined ? httpText(400, "") : answer,
    ),
  ),
];
