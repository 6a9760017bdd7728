import { headerOf, httpText, mutant, withHeaders, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant({ name: "only looks whether an id is there", revisions: ["2025-11-25"], transports: ["http"] }, () => {
    const ids: string[] = [];
    return wrapHttp(async (request, next) => {
      if (request.method === "DELETE") return httpText(405, "");
      const id = headerOf(request, "mcp-session-id");
      const last = ids.at(-1);
      const strange = id !== undefined && last !== undefined && !ids.includes(id);
      const answer = await next(strange ? withHeaders(request, { "Mcp-Session-Id": last }) : request);
      const issued = answer.kind === "answer" ? headerOf(answer, "mcp-session-id") : undefined;
      if (issued !== undefined) ids.push(issued);
      return answer;
    });
  }),
];
