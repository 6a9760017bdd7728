import { httpAnswer, httpText, methodOf, mutant, reheaded, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "the heartbeat is an untyped event", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) => {
      const { body } = answer;
      if (request.method !== "GET" || body.kind !== "stream") return answer;
      return {
        ...reheaded(answer, {}),
        body: {
          kind: "stream",
          open(sink) {
            sink.write("data: ping\n\n");
            return body.open(sink);
          },
        },
      };
    }),
  ),
  mutant(
    {
      name: "the open stream blocks the session",
      revisions: ["2025-11-25"],
      transports: ["http"],
      alsoBreaks: ["transport-content-type"],
    },
    () => {
      const open = new Set<string>();
      const idOf = (headers: readonly (readonly [string, string])[]) =>
        headers.find(([name]) => name.toLowerCase() === "mcp-session-id")?.[1] ?? "";
      return wrapHttp(async (request, next) => {
        const id = idOf(request.headers);
        if (request.method === "POST" && open.has(id) && methodOf(request) === "ping") {
          return httpText(202, "", [["Content-Type", "application/json"]]);
        }
        const answer = await next(request);
        if (request.method !== "GET" || answer.kind !== "answer" || answer.body.kind !== "stream") return answer;
        const { body } = answer;
        open.add(id);
        return {
          ...answer,
          body: {
            kind: "stream",
            open(sink) {
              const close = body.open(sink);
              return () => {
                open.delete(id);
                close();
              };
            },
          },
        };
      });
    },
  ),
];
