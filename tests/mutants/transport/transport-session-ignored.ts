import { headerOf, httpAnswer, httpText, mutant, reheaded, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "an unknown Mcp-Session-Id gets 404", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) =>
      headerOf(request, "mcp-session-id") === undefined ? next(request) : httpText(404, ""),
    ),
  ),
  mutant(
    {
      name: "a server of both eras looks for the session of a request that is complete by itself",
      revisions: ["2026-07-28"],
      transports: ["http"],
      options: { eras: "dual" },
    },
    wrapHttp((request, next) =>
      headerOf(request, "mcp-session-id")?.startsWith("probe-") === true ? httpText(404, "") : next(request),
    ),
  ),
  mutant(
    { name: "every answer hands out a session id", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer) => reheaded(answer, { "Mcp-Session-Id": "b1946ac92492d2347c6235b4d2611184" })),
  ),
  mutant(
    { name: "a session id is echoed", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) => {
      const id = headerOf(request, "mcp-session-id");
      return id === undefined ? answer : reheaded(answer, { "mcp-session-id": id });
    }),
  ),
];
