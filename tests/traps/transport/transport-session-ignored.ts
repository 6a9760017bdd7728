import { headerOf, httpAnswer, reheaded, trap } from "../../support/mutate.ts";

export default [
  trap({
    name: "a server of both eras hands out an id on initialize",
    revisions: ["2026-07-28"],
    transports: ["http"],
    options: { eras: "dual" },
  }),
  trap(
    {
      name: "a server of both eras echoes the id of a request: the sentence is about servers of this one alone",
      revisions: ["2026-07-28"],
      transports: ["http"],
      options: { eras: "dual" },
    },
    httpAnswer((answer, request) => {
      const id = headerOf(request, "mcp-session-id");
      return id === undefined ? answer : reheaded(answer, { "Mcp-Session-Id": id });
    }),
  ),
  trap(
    { name: "cookies of a load balancer, ids of other names", revisions: ["2026-07-28"], transports: ["http"] },
    httpAnswer((answer) =>
      reheaded(answer, {
        "Set-Cookie": "lb=a1; Path=/; HttpOnly; SameSite=Lax; Secure",
        "X-Session": "5",
        "X-Session-Id": "5",
        Traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      }),
    ),
  ),
];
