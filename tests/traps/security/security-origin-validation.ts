import {
  headerOf,
  httpAnswer,
  httpText,
  reheaded,
  setting,
  trap,
  withHeaders,
  wrapHttp,
} from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;

export default [
  trap({ name: "403, the error without id; the own origin is served", ...both }),
  trap(
    { name: "403 without a body", ...both },
    httpAnswer((answer) => (answer.status === 403 ? httpText(403, "") : answer)),
  ),
  trap(
    {
      name: "a public https host that admits every origin",
      ...both,
      options: { hosts: ["mcp.example.com"] },
      user: { url: "https://mcp.example.com/mcp" },
    },
    wrapHttp((request, next) => next(withHeaders(request, { Origin: null }))),
  ),
  trap(
    { name: "400, by somebody before the server maybe", ...both, revisions: ["2025-11-25"] },
    httpAnswer((answer, request) =>
      headerOf(request, "origin") !== undefined && answer.status === 403 ? httpText(400, "") : answer,
    ),
  ),
  trap(
    { name: "400 at 2025-06-18, which names no status", ...both, revisions: ["2025-11-25"] },
    setting("initialize", "/result/protocolVersion", "2025-06-18"),
    httpAnswer((answer, request) =>
      headerOf(request, "origin") !== undefined && answer.status === 403 ? reheaded(answer, {}, 400) : answer,
    ),
  ),
  trap(
    { name: "a gateway answers a foreign Origin with 429", ...both },
    wrapHttp((request, next) => (headerOf(request, "origin") === undefined ? next(request) : httpText(429, ""))),
  ),
];
